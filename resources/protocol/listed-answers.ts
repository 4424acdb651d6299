import { decodeId, decodeList, isWireObject } from './open-shapes.ts';

/** An item of a list that the server offers for selection, with all its other keys. */
export type ListItem = Readonly<Record<string, unknown>> & { id: number };

/** Keys under which an entry may nest the item. */
const NESTED_KEYS = ['user', 'service', 'company', 'performer'];

/**
 * The items of such a list: services, companies, performers.
 * @param key key of the id
 */
export const decodeListItems = (body: unknown, key: string): ListItem[] =>
  decodeList(body, (wire) => {
    const nested = NESTED_KEYS.map((name) => wire[name]).find(isWireObject);
    const item =
      (wire[key] === undefined || isWireObject(wire[key])) && wire.id === undefined ? (nested ?? wire) : wire;
    const id = decodeId(item[key]) ?? decodeId(item);
    return id === null ? null : { ...item, id };
  });
