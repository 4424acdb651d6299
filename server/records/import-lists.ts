import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { naming } from '#resources/language/kinds/bounds.ts';
import { idOf, isEmpty, partsOf, saidId } from '#resources/language/kinds/ids.ts';
import { ID_MAX, IDS_MAX } from '#resources/language/kinds/kind.ts';
import { namesIn } from '#resources/language/kinds/one-of.ts';
import type { ListPointer } from '#resources/language/kinds/traits.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { indexTitles, type Match, type Named, type NameIndex } from '#resources/rules/import/names.ts';
import { ApiError } from '#server/http/errors.ts';
import { ROWS_MAX } from './list-query.ts';

/**
 * Asks for a list of the server; empty where it gives this person none.
 * @param ids the records to ask for where the list is a section, which may have millions; if it has none of them, one other record is given
 */
export type Ask = (address: string, ids?: readonly number[]) => Promise<readonly unknown[]>;

/** Most records of a section that are read for their names: as many as a field may hold. */
const PAGES = IDS_MAX / ROWS_MAX;

/** Most ids in one call: they stand in its address. */
const IDS_OF_CALL = 200;

/** Whether this is a valid id of a record; one invalid id would have the whole call refused. */
const isRecordId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= ID_MAX;

/** Whether a list is a section, whose records can be asked for by id. */
const isSection = (address: string): boolean => address.startsWith('/api/records/');

/**
 * Asks as the reader of a call, through the guard of each route. Not to be called within a transaction: the embedded
 * database has one connection, and the list would never get it.
 * @throws ApiError unavailable where a list fails: it must not look as if a thing was missing
 */
export function askAs(app: FastifyInstance, request: FastifyRequest): Ask {
  const { authorization } = request.headers;
  // Their own address, as a proxy tells it: they are not taken for the machine itself, and have their own limit.
  const headers = { 'x-forwarded-for': request.ip, ...(authorization === undefined ? {} : { authorization }) };
  const one: Ask = async (url) => {
    const answer = await app.inject({ method: 'GET', url, headers });
    if (answer.statusCode >= 500 || answer.statusCode === 429) throw new ApiError('unavailable');
    if (answer.statusCode !== 200 || !/\bjson\b/.test(String(answer.headers['content-type']))) return [];
    const body: unknown = answer.json();
    return Array.isArray(body) ? body : [];
  };
  return async (address, ids) => {
    if (!isSection(address)) return one(address);
    const query = `${address}${address.includes('?') ? '&' : '?'}`;
    if (ids && !address.includes('filter=')) {
      const named: unknown[] = [];
      const askable = ids.filter(isRecordId);
      for (let at = 0; at < askable.length; at += IDS_OF_CALL) {
        const some = askable.slice(at, at + IDS_OF_CALL);
        const filter = encodeURIComponent(JSON.stringify({ id: some }));
        named.push(...(await one(`${query}filter=${filter}&range=[0,${some.length - 1}]`)));
      }
      return named.length ? named : one(`${query}range=[0,0]`);
    }
    const all: unknown[] = [];
    const page = `${query}range=[0,${ROWS_MAX - 1}]`;
    for (let [pages, before] = [0, ID_MAX]; pages < PAGES; pages += 1) {
      const batch = await one(`${page}&before=${before}`);
      all.push(...batch);
      const last = idOf(batch.at(-1));
      if (batch.length < ROWS_MAX || last === null) break;
      before = last;
    }
    return all;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** The value of the field in a row that a list depends on. */
function valueAt(place: string, { fields }: Resource, payload: Values): unknown {
  const [on = '', ...path] = place.split('.');
  const other = fields[on];
  let value = other && payload[wireName(on, other)];
  for (const key of path) value = typeof value === 'object' && value ? Reflect.get(value, key) : undefined;
  return value;
}

/** The address of a list for a row; null while the field that it depends on is empty. */
export function listAddress(list: ListPointer, resource: Resource, payload: Values): string | null {
  const query = new URLSearchParams();
  for (const [name, place] of Object.entries(list.by)) {
    const value = valueAt(place, resource, payload);
    if (isEmpty(value)) return null;
    query.set(name, [value].flat().join(','));
  }
  return query.size ? `${list.from}?${query}` : list.from;
}

/** The message for a cell while the field that its list depends on is empty. */
function waitingFor(list: ListPointer, resource: Resource, payload: Values): string {
  const place = Object.values(list.by).find((one) => isEmpty(valueAt(one, resource, payload)));
  const label = resource.fields[place?.split('.')[0] ?? '']?.label;
  return label ? naming('validation.listWaits', { field: label }) : 'validation.unknown';
}

const words = { say: text };
const isBare = (part: string) => /^\d+$/.test(part);

/** The id after a name, which is unambiguous by itself: «Сантехника (№ 4)». Digits alone are a name, as in a column of numbers. */
function idBehind(part: string): number | null {
  const id = isBare(part) ? null : saidId(part, words);
  return typeof id === 'number' ? id : null;
}

/** The items of a list, as this reader gets it, that cells name. */
interface Things {
  byName: NameIndex<Named>;
  ids: ReadonlySet<number>;
}

/** A row being read: the names in its cell, the ids found so far, and the ids that its record holds in this field. */
export interface ListedRow {
  cell: string;
  payload: Values;
  heldIds: readonly number[];
}

/** One part of a cell: the item that it names, or a sentence that says why it names none. */
export type Meant = { id: number } | { wrong: string };

/** The item that a match in a list of the server means, or the message for none or several. */
const fromList = (found: Match<Named>): Meant =>
  found === null ? { wrong: 'validation.unknown' } : found === 'several' ? { wrong: 'validation.several' } : found;

/** Tells for each cell in turn whether the list can be asked for its numbers: at most `IDS_MAX` different ones a column. */
function createNumberLimit(): (parts: readonly string[]) => boolean {
  let askedIds: ReadonlySet<number> = new Set();
  return (parts) => {
    if (parts.length > IDS_MAX) return false;
    const all = new Set([...askedIds, ...parts.flatMap((part) => idBehind(part) ?? [])]);
    if (all.size > IDS_MAX) return false;
    askedIds = all;
    return true;
  };
}

/**
 * Finds the items that cells of a column name, by label or by label and number, each part of a cell by itself. A number has to be that of an item of
 * the list, or one that the record holds already. A list is asked for once however many rows name items of it, and of a section
 * only records of these numbers where every cell says one.
 */
export async function findListed(
  ask: Ask,
  resource: Resource,
  list: ListPointer,
  rows: readonly ListedRow[],
): Promise<Meant[][]> {
  const isWithinLimit = createNumberLimit();
  const cells = rows.map(({ cell, payload, heldIds }) => {
    const parts = list.several ? partsOf(cell) : [cell];
    const address = listAddress(list, resource, payload);
    const waiting = address === null ? waitingFor(list, resource, payload) : null;
    return { parts, address, heldIds, wrong: waiting ?? (isWithinLimit(parts) ? null : 'validation.tooMany') };
  });
  const lists = new Map<string, Things>();
  for (const address of new Set(cells.map((cell) => cell.address))) {
    if (address === null) continue;
    const parts = cells.flatMap((cell) => (cell.address === address && cell.wrong === null ? cell.parts : []));
    if (parts.length) lists.set(address, await readThings(ask, list, address, parts));
  }
  return cells.map(({ parts, address, heldIds, wrong }) => {
    const ownList = address === null ? undefined : lists.get(address);
    return parts.map((part): Meant => {
      const id = idBehind(part);
      if (id !== null && heldIds.includes(id)) return { id };
      if (wrong !== null) return { wrong };
      if (id === null) return fromList(ownList?.byName.find(part) ?? null);
      return ownList?.ids.has(id) ? { id } : { wrong: 'validation.unknown' };
    });
  });
}

/** Items of a list that parts of cells name. */
async function readThings(ask: Ask, list: ListPointer, address: string, parts: readonly string[]): Promise<Things> {
  const numbers = new Set(parts.flatMap((part) => idBehind(part) ?? []));
  const hasNames = parts.some((part) => idBehind(part) === null);
  const listItems = [...(await ask(address, hasNames ? undefined : [...numbers]))];
  const ids = new Set(idsIn(list, listItems));
  // A section may have more records than are looked at for their names.
  const missing = [...numbers].filter((id) => !ids.has(id));
  if (hasNames && missing.length && isSection(address))
    for (const id of idsIn(list, await ask(address, missing))) ids.add(id);
  return { byName: indexNames(list, listItems), ids };
}

/** The id of an item of a list. */
const thingId = (list: ListPointer, thing: unknown): number | null =>
  typeof thing === 'object' && thing ? idOf(Reflect.get(thing, list.id)) : null;

/** The ids of items of a list. */
export const idsIn = (list: ListPointer, things: readonly unknown[]): number[] =>
  things.flatMap((thing) => thingId(list, thing) ?? []);

function indexNames(list: ListPointer, things: readonly unknown[]): NameIndex<Named> {
  return indexTitles(
    things.flatMap((thing) => {
      const id = thingId(list, thing);
      return id === null ? [] : namesIn(thing, list).map((label) => ({ id, label }));
    }),
  );
}
