import {
  bareOf,
  flagOf,
  idOf,
  momentOf,
  numberOf,
  objectOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';
import type { Kept, Person } from './personal-data.ts';

function personOf(wire: WireObject): Person | null {
  const id = idOf(wire);
  return id === null
    ? null
    : {
        id,
        name: textOf(wire.name),
        phone: textOrNull(wire.phone),
        isResident: flagOf(wire.isResident) === true,
        isDeleted: flagOf(wire.isDeleted) === true,
        erasedAt: momentOf(wire.erasedAt) || null,
      };
}

/** `GET /api/authorized/personal-data/`. */
export const peopleOf = (body: unknown): Person[] => recordsIn(body, personOf);

/** `GET /api/authorized/personal-data/:id/`. @throws TypeError without a person */
export function keptOf(body: unknown): Kept {
  const wire = objectOf(bareOf(body));
  const person = personOf(objectOf(under(wire, 'person')));
  if (!person) throw new TypeError('The answer tells of nobody');
  const topics = partsOf(wire.kept, (part) => {
    const [topic, count] = [textOf(part.topic), numberOf(part.count)];
    return topic && count ? { topic, count } : null;
  });
  return { person, kept: topics };
}

/** `POST /api/authorized/personal-data/:id/export/`: an address of this server. @throws TypeError where it tells none */
export function archiveOf(body: unknown): string {
  const address = textOf(under(under(bareOf(body), 'params'), 'address'));
  if (!address.startsWith('/')) throw new TypeError('The answer tells no address');
  return address;
}
