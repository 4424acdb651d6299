/**
 * Decoders for parts of responses that the specification leaves open; they accept every shape a server may choose (G-68).
 * Without zod, because the first page of the console uses them too.
 */

declare const wire: unique symbol;

/** A response that is not decoded yet; only the decoders of this folder can read it. */
export interface WireAnswer {
  readonly [wire]: never;
}

/** An object in a response. */
export type WireObject = Readonly<Record<string, unknown>>;

export const isWireObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object; otherwise an empty object. */
export const decodeObject = (value: unknown): WireObject => (isWireObject(value) ? value : {});

/** The value under a key if the value is an object; otherwise undefined. */
export const getKey = (value: unknown, key: string): unknown => (isWireObject(value) ? value[key] : undefined);

/** An object nested under its name in another one, or that object itself: `{building: {id: 7}}`, `{id: 7}`. */
export function unwrapNested(wire: WireObject, name: string): WireObject {
  const nested = wire[name];
  return isWireObject(nested) ? nested : wire;
}

/** A building's id and address, flat or under `building`; null without an id. */
export function decodeBuildingRef(wire: WireObject): { id: number; street: string; number: string } | null {
  const building = unwrapNested(wire, 'building');
  const id = decodeId(building);
  return id === null ? null : { id, street: decodeText(building.street), number: decodeText(building.number) };
}

/** The `data` of a response (API-06), or the response itself if it has none. */
export function unwrapBody(body: unknown): unknown {
  const inner = getKey(body, 'data');
  return inner === undefined ? body : inner;
}

/** The entries of a list or of a page with `results`, flat or under `data`; empty for anything else. */
export function decodeEntries(body: unknown): readonly unknown[] {
  const answer = unwrapBody(body);
  if (Array.isArray(answer)) return answer;
  const results = unwrapBody(getKey(answer, 'results'));
  return Array.isArray(results) ? results : [];
}

/** A number, also as text; null for anything else. */
export function decodeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A text, or a number as text; empty for anything else. */
export const decodeText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A non-empty text; null for anything else. */
export const textOrNull = (value: unknown): string | null => decodeText(value) || null;

/** A date or time as text, unchanged; empty if it is not one. */
export const decodeMoment = (value: unknown): string =>
  Number.isNaN(Date.parse(decodeText(value))) ? '' : decodeText(value);

/** A boolean; null for anything else. */
export const decodeFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** An id, also of an object or of one nested under this name: `7`, `"7"`, `{id: 7}`, `{porch: {id: 7}}`. */
export function decodeId(value: unknown, name?: string): number | null {
  if (!isWireObject(value)) return decodeNumber(value);
  return decodeNumber(value.id) ?? (name === undefined ? null : decodeId(value[name]));
}

/** An id with a number: `{id, number}`, or only the number, which then is also the id. */
export function decodeNumbered(value: unknown, name?: string): { id: number; number: number } | null {
  const id = decodeId(value, name);
  return id === null ? null : { id, number: decodeNumber(getKey(value, 'number')) ?? id };
}

/** Decodes each item of a list; invalid ones are left out. */
export const decodeEach = <Read>(values: unknown, read: (value: unknown) => Read | null): Read[] =>
  decodeEntries(values).flatMap((value) => read(value) ?? []);

/** The name of a company, complex or the like: `{id, label}`, `{id, name}` or a plain text; empty for a plain id. */
export const decodeName = (value: unknown): string =>
  isWireObject(value) ? decodeText(value.label ?? value.name) : decodeNumber(value) === null ? decodeText(value) : '';

/** A key about the page (`count`, `next`), inside or beside `data`. */
const getPageKey = (body: unknown, key: string): unknown => getKey(unwrapBody(body), key) ?? getKey(body, key);

/** Number of records on all pages; null if the response has none. */
export const decodeCount = (body: unknown): number | null =>
  decodeNumber(getPageKey(body, 'count') ?? unwrapBody(body));

/** URL of the next page; null at the end. */
export const decodeNext = (body: unknown): string | null => textOrNull(getPageKey(body, 'next'));

/** Whether there is a next page. */
export const hasNext = (body: unknown): boolean => decodeNext(body) !== null;

/** The ids of a list, without duplicates. */
export function decodeIds(value: unknown, name?: string): number[] {
  return [...new Set(decodeEntries(value).flatMap((one) => decodeId(one, name) ?? []))];
}

/** One of these values; the first of them for anything else. */
export function decodeOneOf<const Value extends string>(values: readonly [Value, ...Value[]], value: unknown): Value {
  return values.find((known) => known === value) ?? values[0];
}

/** Decodes objects inside a record; invalid ones are left out. */
export function decodeParts<Read>(body: unknown, read: (entry: WireObject) => Read | null): Read[] {
  return decodeEntries(body).flatMap((entry) => (isWireObject(entry) ? (read(entry) ?? []) : []));
}

/** Records of the current response that could not be decoded; null while none is being decoded. */
let unread: unknown[] | null = null;

/** Decodes a response and collects the records that could not be decoded. */
export function decodeCollectingInvalid<Read>(read: () => Read): { value: Read; unread: readonly unknown[] } {
  const outerUnread = unread;
  const unreadRecords: unknown[] = [];
  unread = unreadRecords;
  try {
    return { value: read(), unread: unreadRecords };
  } finally {
    unread = outerUnread;
  }
}

/** Decodes the records of a list or a page; invalid ones are left out and reported by `decodeCollectingInvalid`. */
export function decodeList<Read>(body: unknown, read: (entry: WireObject) => Read | null): Read[] {
  return decodeEntries(body).flatMap((entry) => {
    const record = isWireObject(entry) ? read(entry) : null;
    if (record !== null) return [record];
    unread?.push(entry);
    return [];
  });
}
