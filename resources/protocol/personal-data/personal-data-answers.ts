import {
  decodeFlag,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  recordsIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { Kept, Person } from './personal-data.ts';

function decodePerson(wire: WireObject): Person | null {
  const id = decodeId(wire);
  return id === null
    ? null
    : {
        id,
        name: decodeText(wire.name),
        phone: textOrNull(wire.phone),
        isResident: decodeFlag(wire.isResident) === true,
        isDeleted: decodeFlag(wire.isDeleted) === true,
        erasedAt: decodeMoment(wire.erasedAt) || null,
      };
}

/** `GET /api/authorized/personal-data/`. */
export const decodePeople = (body: unknown): Person[] => recordsIn(body, decodePerson);

/** `GET /api/authorized/personal-data/:id/`. @throws TypeError without a person */
export function decodeKeptData(body: unknown): Kept {
  const wire = decodeObject(unwrapBody(body));
  const person = decodePerson(decodeObject(under(wire, 'person')));
  if (!person) throw new TypeError('The answer tells of nobody');
  const topics = decodeParts(wire.kept, (part) => {
    const [topic, count] = [decodeText(part.topic), decodeNumber(part.count)];
    return topic && count ? { topic, count } : null;
  });
  return { person, kept: topics };
}

/** `POST /api/authorized/personal-data/:id/export/`: an address of this server. @throws TypeError where it tells none */
export function decodeArchiveAddress(body: unknown): string {
  const address = decodeText(under(under(unwrapBody(body), 'params'), 'address'));
  if (!address.startsWith('/')) throw new TypeError('The answer tells no address');
  return address;
}
