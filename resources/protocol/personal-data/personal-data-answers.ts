import {
  decodeFlag,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { Person, PersonalData } from './personal-data.ts';

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
export const decodePeople = (body: unknown): Person[] => decodeList(body, decodePerson);

/**
 * `GET /api/authorized/personal-data/:id/`.
 * @throws TypeError without a person
 */
export function decodePersonalData(body: unknown): PersonalData {
  const wire = decodeObject(unwrapBody(body));
  const person = decodePerson(decodeObject(getKey(wire, 'person')));
  if (!person) throw new TypeError('The answer tells of nobody');
  const topics = decodeParts(wire.kept, (part) => {
    const [topic, count] = [decodeText(part.topic), decodeNumber(part.count)];
    return topic && count ? { topic, count } : null;
  });
  return { person, kept: topics };
}

/**
 * `POST /api/authorized/personal-data/:id/export/`: the path of the archive on this server.
 * @throws TypeError without a path
 */
export function decodeArchivePath(body: unknown): string {
  const address = decodeText(getKey(getKey(unwrapBody(body), 'params'), 'address'));
  if (!address.startsWith('/')) throw new TypeError('The answer tells no address');
  return address;
}
