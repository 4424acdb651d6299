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

/** Of the records of a section as many are looked at as a field may hold. */
const PAGES = IDS_MAX / ROWS_MAX;

/** Ids that one call asks for: they stand in its address. */
const IDS_OF_CALL = 200;

/** Whether a record may have this id; a call that asks for another one is refused with all of its ids. */
const isRecordId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= ID_MAX;

/** Whether a list is a section, of which records can be asked for by their ids. */
const isSection = (address: string): boolean => address.startsWith('/api/records/');

/**
 * Asks as the reader of a call, through the guard of each route. Not to be called within a transaction: the embedded
 * database has one connection, and the list would wait for it for ever.
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

/** The value at a place of a row that a list depends on. */
function valueAt(place: string, { fields }: Resource, payload: Values): unknown {
  const [on = '', ...path] = place.split('.');
  const other = fields[on];
  let value = other && payload[wireName(on, other)];
  for (const key of path) value = typeof value === 'object' && value ? Reflect.get(value, key) : undefined;
  return value;
}

/** Where a list stands for a row; null while what it depends on is not there. */
export function listAddress(list: ListPointer, resource: Resource, payload: Values): string | null {
  const query = new URLSearchParams();
  for (const [name, place] of Object.entries(list.by)) {
    const value = valueAt(place, resource, payload);
    if (isEmpty(value)) return null;
    query.set(name, [value].flat().join(','));
  }
  return query.size ? `${list.from}?${query}` : list.from;
}

/** What is said of a cell while a field that its list depends on is empty. */
function waitingFor(list: ListPointer, resource: Resource, payload: Values): string {
  const place = Object.values(list.by).find((one) => isEmpty(valueAt(one, resource, payload)));
  const label = resource.fields[place?.split('.')[0] ?? '']?.label;
  return label ? naming('validation.listWaits', { field: label }) : 'validation.unknown';
}

const words = { say: text };
const isBare = (part: string) => /^\d+$/.test(part);

/** The id behind a name, which says by itself which thing is meant: «Сантехника (№ 4)». Digits alone are a name, as of a column of numbers. */
function idBehind(part: string): number | null {
  const id = isBare(part) ? null : saidId(part, words);
  return typeof id === 'number' ? id : null;
}

/** The things of a list that cells name, as this person is given it. */
interface Things {
  byName: NameIndex<Named>;
  ids: ReadonlySet<number>;
}

/** A row on its way: what its cell names, what of it is known already, and the ids that its record holds in this field. */
export interface ListedRow {
  cell: string;
  payload: Values;
  heldIds: readonly number[];
}

/** One part of a cell: what it names, or the sentence that says why it names nothing. */
export type Meant = { id: number } | { wrong: string };

/** Of a list of the server, whose things may be told apart by their number. */
const fromList = (found: Match<Named>): Meant =>
  found === null ? { wrong: 'validation.unknown' } : found === 'several' ? { wrong: 'validation.several' } : found;

/** Tells of each cell in turn whether a list can be asked for its numbers: of one column for `IDS_MAX` different ones at the most. */
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
 * What cells of a column name, by label or by label and number, each part of a cell by itself. A number has to be that of a thing of
 * the list, or one that the record holds already. A list is asked for once however many rows name things of it, and of a section
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

/** Things of a list that parts of cells name. */
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

/** The id of a thing of a list. */
const thingId = (list: ListPointer, thing: unknown): number | null =>
  typeof thing === 'object' && thing ? idOf(Reflect.get(thing, list.id)) : null;

/** The ids of things of a list. */
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
