import { decodeId, isWireObject, recordsIn } from './open-shapes.ts';

/** A thing of a list that the server gives to choose from, with whatever else it says of it. */
export type Listed = Readonly<Record<string, unknown>> & { id: number };

/** Names that such a thing may stand under in its entry. */
const NAMES = ['user', 'service', 'company', 'performer'];

/** The things of such a list: services, companies, performers. @param key of the id */
export const decodeListed = (body: unknown, key: string): Listed[] =>
  recordsIn(body, (wire) => {
    const nested = NAMES.map((name) => wire[name]).find(isWireObject);
    const item =
      (wire[key] === undefined || isWireObject(wire[key])) && wire.id === undefined ? (nested ?? wire) : wire;
    const id = decodeId(item[key]) ?? decodeId(item);
    return id === null ? null : { ...item, id };
  });
