import type { GetListParams, GetListResult, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import { decodeCount, decodeEntries, decodeNext, type WireAnswer } from '#resources/protocol/open-shapes.ts';
import { type RequestOptions, request } from '../http/http.ts';
import { localAddress, type Query, withQuery } from '../http/query-string.ts';
import { RequestError } from '../http/request-error.ts';
import { sortKey } from '../session/features.ts';
import { filterRecords } from './filter-records.ts';
import { isGlance } from './list-meta.ts';
import { sortRecords } from './sort-records.ts';
import { readRecords } from './wire.ts';

/** One call for a list: the definition, its query without paging, what page is wanted. */
interface ListCall {
  resource: Resource;
  query: Query;
  params: GetListParams;
}

/** Fetches one page the way a definition's server pages. */
export type Pager = (call: ListCall) => Promise<GetListResult<RaRecord>>;
/** State that a server's paging keeps between the pages of one list. */
export type Bookmarks = Map<string, string>;

const options = ({ params }: ListCall): RequestOptions => ({ signal: params.signal, report: !isGlance(params) });
const callPage = ({ params }: ListCall) => params.pagination?.page ?? 1;
const callPageSize = ({ params, resource }: ListCall) =>
  resource.api.pageSize ?? params.pagination?.perPage ?? PAGE.settings;
/** Key of a bookmark: the list and the page that begins there. */
const bookmarkKey = (call: ListCall, page: number) => `${withQuery(call.resource.api.path, call.query)} ${page}`;

/** The whole list in one answer; sorted here, cut here when a page of it is wanted. */
const none: Pager = async (call) => {
  const { resource, query, params } = call;
  const address = withQuery(resource.api.path, query);
  const all = await readRecords(resource, address, await request(address, options(call)));
  const sorted = sortRecords(all, resource, params.sort);
  const perPage = params.pagination?.perPage ?? sorted.length;
  const from = (callPage(call) - 1) * perPage;
  return { data: sorted.slice(from, from + perPage), total: all.length };
};

/**
 * `page` and `page_size`; rows are sorted within their page (SET-09). A page beyond the end answers
 * 404: the last page is fetched in its stead, and the list goes there by the total.
 */
const page: Pager = async (call) => {
  const { resource, query, params } = call;
  const page_size = params.pagination?.perPage ?? callPageSize(call);
  const pageAddress = (number: number) => withQuery(resource.api.path, { ...query, page: number, page_size });
  const fetchPage = (number: number) =>
    request(pageAddress(number), {
      ...options(call),
      report: (error) => number === 1 || error.status !== 404,
    });
  let body: WireAnswer;
  try {
    body = await fetchPage(callPage(call));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404 || callPage(call) === 1) throw error;
    body = await fetchPage(1);
    const last = Math.ceil((decodeCount(body) ?? 0) / page_size);
    if (last > 1) body = await fetchPage(last);
  }
  const records = await readRecords(resource, pageAddress(callPage(call)), body);
  // A list that the server sorts over all pages is not to be reversed within one.
  return {
    data: sortKey(resource) ? records : sortRecords(records, resource, params.sort),
    total: decodeCount(body) ?? records.length,
  };
};

/**
 * A search that the server does not offer: all pages are read, and the results are sorted as a whole. Ends with the
 * last record, or with a page that brings nothing new.
 */
export async function searchPages({ resource, query, params }: ListCall): Promise<GetListResult<RaRecord>> {
  const recordsById = new Map<RaRecord['id'], RaRecord>();
  const { pagination, filter } = params;
  const perPage = pagination?.perPage ?? PAGE.settings;
  for (
    let number = 1, before = -1, total = Number.POSITIVE_INFINITY;
    recordsById.size < total && recordsById.size > before;
    number += 1
  ) {
    before = recordsById.size;
    const read = await page({ resource, query, params: { ...params, pagination: { page: number, perPage } } });
    for (const record of read.data) recordsById.set(record.id, record);
    total = read.total ?? 0;
  }
  const found = sortRecords(filterRecords([...recordsById.values()], resource, filter), resource, params.sort);
  const from = ((pagination?.page ?? 1) - 1) * perPage;
  return { data: found.slice(from, from + perPage), total: found.length };
}

/** The address of the following page comes with each answer. */
const next =
  (bookmarks: Bookmarks): Pager =>
  async (call) => {
    const { resource, query } = call;
    const number = callPage(call);
    const first = withQuery(resource.api.path, { ...query, page_size: callPageSize(call) });
    const address = number === 1 ? first : bookmarks.get(bookmarkKey(call, number));
    if (!address) return { data: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
    const body = await request(address, options(call));
    const following = decodeNext(body);
    if (following) bookmarks.set(bookmarkKey(call, number + 1), localAddress(following, address));
    return {
      data: await readRecords(resource, address, body),
      pageInfo: { hasNextPage: Boolean(following), hasPreviousPage: number > 1 },
    };
  };

/** `count` and, after the first batch, `from_<key>` with that key of the last record. */
const cursor =
  (bookmarks: Bookmarks): Pager =>
  async (call) => {
    const { resource, query } = call;
    const number = callPage(call);
    const key = resource.api.cursor ?? 'id';
    const count = resource.api.pageSize ?? (number === 1 ? PAGE.tasksFirst : PAGE.tasksNext);
    const from = number === 1 ? undefined : bookmarks.get(bookmarkKey(call, number));
    if (number > 1 && from === undefined) {
      return { data: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
    }
    const address = withQuery(resource.api.path, { ...query, count, [`from_${key}`]: from });
    const body = await request(address, options(call));
    const data = await readRecords(resource, address, body);
    const last = data.at(-1)?.[key];
    const hasNextPage = decodeEntries(body).length >= count && last !== undefined;
    if (hasNextPage) bookmarks.set(bookmarkKey(call, number + 1), String(last));
    return { data, pageInfo: { hasNextPage, hasPreviousPage: number > 1 } };
  };

/** The pagers by the definition's `api.paging`. */
export function makePagers(bookmarks: Bookmarks = new Map()): Record<Resource['api']['paging'], Pager> {
  return { none, page, next: next(bookmarks), cursor: cursor(bookmarks) };
}
