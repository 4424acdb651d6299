/**
 * Readers of the parts of answers that the documents leave open, in whichever way a server chose (G-68). No rules of zod: the first page
 * of the console reads by them too.
 */

declare const wire: unique symbol;

/** An answer as it came. Nothing can be taken out of it but by a decoder of this folder. */
export interface WireAnswer {
  readonly [wire]: never;
}

/** An object of an answer. */
export type WireObject = Readonly<Record<string, unknown>>;

export const isWireObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object itself; an empty one in place of anything else. */
export const decodeObject = (value: unknown): WireObject => (isWireObject(value) ? value : {});

/** The value under this key of an object; undefined of anything else. */
export const under = (value: unknown, key: string): unknown => (isWireObject(value) ? value[key] : undefined);

/** An object that stands under its name in another one, or is that one: `{building: {id: 7}}`, `{id: 7}`. */
export function nestedIn(wire: WireObject, name: string): WireObject {
  const nested = wire[name];
  return isWireObject(nested) ? nested : wire;
}

/** A building's id and address, bare or under `building`; null for one without an id. */
export function buildingIn(wire: WireObject): { id: number; street: string; number: string } | null {
  const building = nestedIn(wire, 'building');
  const id = decodeId(building);
  return id === null ? null : { id, street: decodeText(building.street), number: decodeText(building.number) };
}

/** An answer as it stands, or what its `data` holds (API-06). */
export function unwrapBody(body: unknown): unknown {
  const inner = under(body, 'data');
  return inner === undefined ? body : inner;
}

/** The entries of a list or of a page with `results`, bare or under `data`; none of anything else. */
export function decodeEntries(body: unknown): readonly unknown[] {
  const answer = unwrapBody(body);
  if (Array.isArray(answer)) return answer;
  const results = unwrapBody(under(answer, 'results'));
  return Array.isArray(results) ? results : [];
}

/** A number, or one that is written as a text; null in place of anything else. */
export function decodeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A text, or a number as a text; empty in place of anything else. */
export const decodeText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A text that says something; null in place of anything else. */
export const textOrNull = (value: unknown): string | null => decodeText(value) || null;

/** A moment or day as it is written; empty in place of what is no date. */
export const decodeMoment = (value: unknown): string =>
  Number.isNaN(Date.parse(decodeText(value))) ? '' : decodeText(value);

/** Yes or no; what was not said is null. */
export const decodeFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** An id, also that of an object or of one that is nested under this name: `7`, `"7"`, `{id: 7}`, `{porch: {id: 7}}`. */
export function decodeId(value: unknown, name?: string): number | null {
  if (!isWireObject(value)) return decodeNumber(value);
  return decodeNumber(value.id) ?? (name === undefined ? null : decodeId(value[name]));
}

/** A numbered place with its id: `{id, number}`, or the number alone. */
export function decodeNumbered(value: unknown, name?: string): { id: number; number: number } | null {
  const id = decodeId(value, name);
  return id === null ? null : { id, number: decodeNumber(under(value, 'number')) ?? id };
}

/** The items of a list of anything, as far as they can be read. */
export const decodeEach = <Read>(values: unknown, read: (value: unknown) => Read | null): Read[] =>
  decodeEntries(values).flatMap((value) => read(value) ?? []);

/** A company, complex or the like by its text: `{id, label}`, `{id, name}` or the text alone; empty of an id alone. */
export const decodeName = (value: unknown): string =>
  isWireObject(value) ? decodeText(value.label ?? value.name) : decodeNumber(value) === null ? decodeText(value) : '';

/** A key about the page (`count`, `next`), within the `data` that holds the records or beside it. */
const ofPage = (body: unknown, key: string): unknown => under(unwrapBody(body), key) ?? under(body, key);

/** How many there are over all pages; null where the answer does not say. */
export const decodeCount = (body: unknown): number | null => decodeNumber(ofPage(body, 'count') ?? unwrapBody(body));

/** The address of the following page; null at the end. */
export const decodeNext = (body: unknown): string | null => textOrNull(ofPage(body, 'next'));

/** Whether a page follows: `next` names an address. */
export const hasNext = (body: unknown): boolean => decodeNext(body) !== null;

/** Ids of a list of such, each once. */
export function decodeIds(value: unknown, name?: string): number[] {
  return [...new Set(decodeEntries(value).flatMap((one) => decodeId(one, name) ?? []))];
}

/** A value that must be one of these; the first of them in place of anything else. */
export function decodeOneOf<const Value extends string>(values: readonly [Value, ...Value[]], value: unknown): Value {
  return values.find((known) => known === value) ?? values[0];
}

/** Objects that stand inside a record; those that cannot be read are left out. */
export function decodeParts<Read>(body: unknown, read: (entry: WireObject) => Read | null): Read[] {
  return decodeEntries(body).flatMap((entry) => (isWireObject(entry) ? (read(entry) ?? []) : []));
}

/** Parts of the current answer that could not be read; null while none is being read. */
let unread: unknown[] | null = null;

/** Reads an answer. @returns what was read, and the records of it that could not be */
export function readCollectingUnread<Read>(read: () => Read): { value: Read; unread: readonly unknown[] } {
  const outerUnread = unread;
  const unreadRecords: unknown[] = [];
  unread = unreadRecords;
  try {
    return { value: read(), unread: unreadRecords };
  } finally {
    unread = outerUnread;
  }
}

/** The records of a list or a page; those that cannot be read are left out and reported by `readCollectingUnread`. */
export function recordsIn<Read>(body: unknown, read: (entry: WireObject) => Read | null): Read[] {
  return decodeEntries(body).flatMap((entry) => {
    const record = isWireObject(entry) ? read(entry) : null;
    if (record !== null) return [record];
    unread?.push(entry);
    return [];
  });
}
