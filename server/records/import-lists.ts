import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { idOf, isEmpty, partsOf, saidId } from '#resources/language/kinds/ids.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
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
const PAGES = 10_000 / ROWS_MAX;

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
    if (!address.startsWith('/api/records/')) return one(address);
    const query = `${address}${address.includes('?') ? '&' : '?'}`;
    if (ids && !address.includes('filter=')) {
      const filter = encodeURIComponent(JSON.stringify({ id: ids }));
      const named = await one(`${query}filter=${filter}&range=[0,${ids.length - 1}]`);
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

/** Where a list stands for a row; null while what it depends on is not there. */
export function listAddress(
  list: ListPointer,
  resource: Resource,
  payload: Readonly<Record<string, unknown>>,
): string | null {
  const query = new URLSearchParams();
  for (const [name, place] of Object.entries(list.by)) {
    const [on = '', ...path] = place.split('.');
    const other = resource.fields[on];
    let value = other && payload[wireName(on, other)];
    for (const key of path) value = typeof value === 'object' && value ? Reflect.get(value, key) : undefined;
    if (isEmpty(value)) return null;
    query.set(name, [value].flat().join(','));
  }
  return query.size ? `${list.from}?${query}` : list.from;
}

const words = { say: text };
const isBare = (part: string) => /^\d+$/.test(part);
/** What says by itself which thing is meant: «Сантехника (№ 4)». */
const isNumbered = (part: string) => !isBare(part) && typeof saidId(part, words) === 'number';

/** One part of a cell. Digits alone are a name: a column of numbers is more often the labels of things than their ids. */
function findIn(things: NameIndex<Named>, part: string): Match<Named> {
  const id = isNumbered(part) ? saidId(part, words) : null;
  return typeof id === 'number' ? { id, label: part } : things.find(part);
}

/** A row on its way: what its cell names, and what of it is known already. */
export interface ListedRow {
  cell: string;
  payload: Readonly<Record<string, unknown>>;
}

/**
 * What cells of a column name, by label or by label and number, each part of a cell by itself. A list is asked for once however many
 * rows name things of it, and not at all where every cell says the number.
 */
export async function findListed(
  ask: Ask,
  resource: Resource,
  list: ListPointer,
  rows: readonly ListedRow[],
): Promise<Match<Named>[][]> {
  const lists = new Map<string, NameIndex<Named>>();
  const nothing = indexTitles<Named>([]);
  const matches: Match<Named>[][] = [];
  for (const { cell, payload } of rows) {
    const parts = list.several ? partsOf(cell) : [cell];
    const address = parts.every(isNumbered) ? null : listAddress(list, resource, payload);
    const things = address === null ? nothing : (lists.get(address) ?? indexNames(list, await ask(address)));
    if (address !== null) lists.set(address, things);
    matches.push(parts.map((part) => findIn(things, part)));
  }
  return matches;
}

function indexNames(list: ListPointer, things: readonly unknown[]): NameIndex<Named> {
  return indexTitles(
    things.flatMap((thing) => {
      const id = typeof thing === 'object' && thing ? idOf(Reflect.get(thing, list.id)) : null;
      return id === null ? [] : namesIn(thing, list).map((label) => ({ id, label }));
    }),
  );
}
