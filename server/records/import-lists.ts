import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { isEmpty, parseId, splitList, toId } from '#resources/language/kinds/ids.ts';
import { ID_MAX, IDS_MAX } from '#resources/language/kinds/kind.ts';
import { getItemNames } from '#resources/language/kinds/one-of.ts';
import type { ListPointer } from '#resources/language/kinds/traits.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { indexTitles, type Match, type Named, type NameIndex } from '#resources/rules/import/names.ts';
import { ApiError } from '#server/http/errors.ts';
import { ROWS_MAX } from './list-query.ts';

/**
 * Fetches a server list; empty if this reader gets none.
 * @param ids the records to fetch if the list is a section, which may have millions; if it has none of them, one other record is
 * returned
 */
export type FetchList = (address: string, ids?: readonly number[]) => Promise<readonly unknown[]>;

/** Pages of a section that are read to look up names; together as many records as a field may hold. */
const PAGES_MAX = IDS_MAX / ROWS_MAX;

/** Ids per call, limited because they are part of the URL. */
const IDS_PER_CALL = 200;

/** Whether this is a valid record id; a single invalid one would make the whole call fail. */
const isRecordId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= ID_MAX;

/** Whether a list is a section, so that records can be fetched by id. */
const isSection = (address: string): boolean => address.startsWith('/api/records/');

/**
 * Fetches lists as the reader of a request, through the guards of the routes. Not to be called within a transaction: the embedded
 * database has a single connection, so the list would wait forever.
 * @throws ApiError unavailable if a list fails, since an empty result would report existing items as missing
 */
export function createFetchList(app: FastifyInstance, request: FastifyRequest): FetchList {
  const { authorization } = request.headers;
  // Passes on the reader's IP address, so that the call has their rate limit and does not count as a local one.
  const headers = { 'x-forwarded-for': request.ip, ...(authorization === undefined ? {} : { authorization }) };
  const fetchOnce: FetchList = async (url) => {
    const answer = await app.inject({ method: 'GET', url, headers });
    if (answer.statusCode >= 500 || answer.statusCode === 429) throw new ApiError('unavailable');
    if (answer.statusCode !== 200 || !/\bjson\b/.test(String(answer.headers['content-type']))) return [];
    const body: unknown = answer.json();
    return Array.isArray(body) ? body : [];
  };
  return async (address, ids) => {
    if (!isSection(address)) return fetchOnce(address);
    const query = `${address}${address.includes('?') ? '&' : '?'}`;
    if (ids && !address.includes('filter=')) {
      const records: unknown[] = [];
      const validIds = ids.filter(isRecordId);
      for (let at = 0; at < validIds.length; at += IDS_PER_CALL) {
        const batchIds = validIds.slice(at, at + IDS_PER_CALL);
        const filter = encodeURIComponent(JSON.stringify({ id: batchIds }));
        records.push(...(await fetchOnce(`${query}filter=${filter}&range=[0,${batchIds.length - 1}]`)));
      }
      return records.length ? records : fetchOnce(`${query}range=[0,0]`);
    }
    const all: unknown[] = [];
    const page = `${query}range=[0,${ROWS_MAX - 1}]`;
    for (let [pages, before] = [0, ID_MAX]; pages < PAGES_MAX; pages += 1) {
      const batch = await fetchOnce(`${page}&before=${before}`);
      all.push(...batch);
      const last = toId(batch.at(-1));
      if (batch.length < ROWS_MAX || last === null) break;
      before = last;
    }
    return all;
  };
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The value in a row that a list parameter depends on.
 * @param fieldPath name of the field, with a dotted path into its value
 */
function valueAt(fieldPath: string, { fields }: Resource, payload: Values): unknown {
  const [on = '', ...path] = fieldPath.split('.');
  const other = fields[on];
  let value = other && payload[wireName(on, other)];
  for (const key of path) value = typeof value === 'object' && value ? Reflect.get(value, key) : undefined;
  return value;
}

/** URL of a list for a row; null if a field that it depends on is empty. */
export function listAddress(list: ListPointer, resource: Resource, payload: Values): string | null {
  const query = new URLSearchParams();
  for (const [name, valuePath] of Object.entries(list.by)) {
    const value = valueAt(valuePath, resource, payload);
    if (isEmpty(value)) return null;
    query.set(name, [value].flat().join(','));
  }
  return query.size ? `${list.from}?${query}` : list.from;
}

/** Message for a cell whose list depends on an empty field. */
function waitingMessage(list: ListPointer, resource: Resource, payload: Values): string {
  const valuePath = Object.values(list.by).find((one) => isEmpty(valueAt(one, resource, payload)));
  const label = resource.fields[valuePath?.split('.')[0] ?? '']?.label;
  return label ? encodeMessage('validation.listWaits', { field: label }) : 'validation.unknown';
}

const texts = { translate: text };
const isDigits = (part: string) => /^\d+$/.test(part);

/** The id after a name, as in «Сантехника (№ 4)»; null for digits alone, which are a name, as in a column of numbers. */
function trailingId(part: string): number | null {
  const id = isDigits(part) ? null : parseId(part, texts);
  return typeof id === 'number' ? id : null;
}

/** The items of a list that the cells may name. */
interface ListIndex {
  byName: NameIndex<Named>;
  ids: ReadonlySet<number>;
}

/** A cell of a list field, the row's payload so far, and the ids that the record already has in this field. */
export interface ListCell {
  cell: string;
  payload: Values;
  storedIds: readonly number[];
}

/** Result for one part of a cell: an id, or an error message. */
export type CellMatch = { id: number } | { wrong: string };

/** The result for a match in a server list. */
const toCellMatch = (found: Match<Named>): CellMatch =>
  found === null ? { wrong: 'validation.unknown' } : found === 'several' ? { wrong: 'validation.several' } : found;

/** Creates a check that a column names at most `IDS_MAX` different numbers, called for each cell in turn. */
function createNumberLimit(): (parts: readonly string[]) => boolean {
  let askedIds: ReadonlySet<number> = new Set();
  return (parts) => {
    if (parts.length > IDS_MAX) return false;
    const all = new Set([...askedIds, ...parts.flatMap((part) => trailingId(part) ?? [])]);
    if (all.size > IDS_MAX) return false;
    askedIds = all;
    return true;
  };
}

/**
 * Finds the items that the cells of a column name, by label or by label and number; each part of a cell gets its own result. A
 * number must belong to an item of the list or already be in the record. Each list is fetched once for all rows; of a section
 * only the named records are fetched if all cells give numbers.
 */
export async function findListItems(
  fetchList: FetchList,
  resource: Resource,
  list: ListPointer,
  rows: readonly ListCell[],
): Promise<CellMatch[][]> {
  const isWithinLimit = createNumberLimit();
  const cells = rows.map(({ cell, payload, storedIds }) => {
    const parts = list.isMultiple ? splitList(cell) : [cell];
    const address = listAddress(list, resource, payload);
    const message = address === null ? waitingMessage(list, resource, payload) : null;
    return { parts, address, storedIds, wrong: message ?? (isWithinLimit(parts) ? null : 'validation.tooMany') };
  });
  const lists = new Map<string, ListIndex>();
  for (const address of new Set(cells.map((cell) => cell.address))) {
    if (address === null) continue;
    const parts = cells.flatMap((cell) => (cell.address === address && cell.wrong === null ? cell.parts : []));
    if (parts.length) lists.set(address, await fetchListIndex(fetchList, list, address, parts));
  }
  return cells.map(({ parts, address, storedIds, wrong }) => {
    const index = address === null ? undefined : lists.get(address);
    return parts.map((part): CellMatch => {
      const id = trailingId(part);
      if (id !== null && storedIds.includes(id)) return { id };
      if (wrong !== null) return { wrong };
      if (id === null) return toCellMatch(index?.byName.find(part) ?? null);
      return index?.ids.has(id) ? { id } : { wrong: 'validation.unknown' };
    });
  });
}

/** Fetches a list and indexes its items by name and id. */
async function fetchListIndex(
  fetchList: FetchList,
  list: ListPointer,
  address: string,
  parts: readonly string[],
): Promise<ListIndex> {
  const numbers = new Set(parts.flatMap((part) => trailingId(part) ?? []));
  const hasNames = parts.some((part) => trailingId(part) === null);
  const listItems = [...(await fetchList(address, hasNames ? undefined : [...numbers]))];
  const ids = new Set(itemIds(list, listItems));
  // A section may have more records than are read for names, so numbered ones are fetched separately.
  const missing = [...numbers].filter((id) => !ids.has(id));
  if (hasNames && missing.length && isSection(address))
    for (const id of itemIds(list, await fetchList(address, missing))) ids.add(id);
  return { byName: indexNames(list, listItems), ids };
}

/** Id of a list item; null for none. */
const itemId = (list: ListPointer, item: unknown): number | null =>
  typeof item === 'object' && item ? toId(Reflect.get(item, list.id)) : null;

/** Ids of list items. */
export const itemIds = (list: ListPointer, items: readonly unknown[]): number[] =>
  items.flatMap((item) => itemId(list, item) ?? []);

function indexNames(list: ListPointer, items: readonly unknown[]): NameIndex<Named> {
  return indexTitles(
    items.flatMap((item) => {
      const id = itemId(list, item);
      return id === null ? [] : getItemNames(item, list).map((label) => ({ id, label }));
    }),
  );
}
