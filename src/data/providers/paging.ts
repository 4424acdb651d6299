import type { GetListParams, GetListResult, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import { decodeCount, decodeEntries, decodeNext, type WireAnswer } from '#resources/protocol/open-shapes.ts';
import { type RequestOptions, request } from '../http/http.ts';
import { localAddress, type QueryParams, withQuery } from '../http/query-string.ts';
import { RequestError } from '../http/request-error.ts';
import { sortKey } from '../session/features.ts';
import { filterRecords } from './filter-records.ts';
import { isFirstRecordsPrefetch } from './list-meta.ts';
import { sortRecords } from './sort-records.ts';
import { decodeRecords } from './wire.ts';

/** A list call: the definition, its query without paging, and the requested page. */
interface ListCall {
  resource: Resource;
  query: QueryParams;
  params: GetListParams;
}

/** Fetches one page with one of the paging methods. */
export type FetchPage = (call: ListCall) => Promise<GetListResult<RaRecord>>;
/** State kept between the pages of a list: where each page continues. */
export type Bookmarks = Map<string, string>;

const callOptions = ({ params }: ListCall): RequestOptions => ({
  signal: params.signal,
  report: !isFirstRecordsPrefetch(params),
});
const callPage = ({ params }: ListCall) => params.pagination?.page ?? 1;
const callPageSize = ({ params, resource }: ListCall) =>
  resource.api.pageSize ?? params.pagination?.perPage ?? PAGE.settings;
/** Key of a bookmark: the list and the page that starts there. */
const bookmarkKey = (call: ListCall, pageNumber: number) =>
  `${withQuery(call.resource.api.path, call.query)} ${pageNumber}`;

/** The server returns the whole list; it is sorted and paged on the client. */
const wholeListPager: FetchPage = async (call) => {
  const { resource, query, params } = call;
  const address = withQuery(resource.api.path, query);
  const records = await decodeRecords(resource, address, await request(address, callOptions(call)));
  const sorted = sortRecords(records, resource, params.sort);
  const perPage = params.pagination?.perPage ?? sorted.length;
  const from = (callPage(call) - 1) * perPage;
  return { data: sorted.slice(from, from + perPage), total: records.length };
};

/**
 * Paging by `page` and `page_size`; rows are sorted only within their page (SET-09). A page beyond the end returns 404: then the
 * last page is fetched, and the total makes the list go there.
 */
const numberedPager: FetchPage = async (call) => {
  const { resource, query, params } = call;
  const page_size = params.pagination?.perPage ?? callPageSize(call);
  const pageAddress = (number: number) => withQuery(resource.api.path, { ...query, page: number, page_size });
  const fetchPage = (number: number) =>
    request(pageAddress(number), {
      ...callOptions(call),
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
  const records = await decodeRecords(resource, pageAddress(callPage(call)), body);
  // If the server sorts the whole list, a single page must not be sorted again.
  return {
    data: sortKey(resource) ? records : sortRecords(records, resource, params.sort),
    total: decodeCount(body) ?? records.length,
  };
};

/**
 * Client-side search: reads all pages, filters them and sorts the whole result. Stops at the last record or at a page without new
 * records.
 */
export async function searchPages({ resource, query, params }: ListCall): Promise<GetListResult<RaRecord>> {
  const recordsById = new Map<RaRecord['id'], RaRecord>();
  const { pagination, filter } = params;
  const perPage = pagination?.perPage ?? PAGE.settings;
  for (
    let number = 1, previousSize = -1, total = Number.POSITIVE_INFINITY;
    recordsById.size < total && recordsById.size > previousSize;
    number += 1
  ) {
    previousSize = recordsById.size;
    const pageResult = await numberedPager({
      resource,
      query,
      params: { ...params, pagination: { page: number, perPage } },
    });
    for (const record of pageResult.data) recordsById.set(record.id, record);
    total = pageResult.total ?? 0;
  }
  const matches = sortRecords(filterRecords([...recordsById.values()], resource, filter), resource, params.sort);
  const from = ((pagination?.page ?? 1) - 1) * perPage;
  return { data: matches.slice(from, from + perPage), total: matches.length };
}

/** Paging by the URL of the next page, which each answer contains. */
const linkPager =
  (bookmarks: Bookmarks): FetchPage =>
  async (call) => {
    const { resource, query } = call;
    const number = callPage(call);
    const firstAddress = withQuery(resource.api.path, { ...query, page_size: callPageSize(call) });
    const address = number === 1 ? firstAddress : bookmarks.get(bookmarkKey(call, number));
    if (!address) return { data: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
    const body = await request(address, callOptions(call));
    const nextLink = decodeNext(body);
    if (nextLink) bookmarks.set(bookmarkKey(call, number + 1), localAddress(nextLink, address));
    return {
      data: await decodeRecords(resource, address, body),
      pageInfo: { hasNextPage: Boolean(nextLink), hasPreviousPage: number > 1 },
    };
  };

/** Paging by `count` and, after the first batch, `from_<key>` with that key of the last record. */
const cursorPager =
  (bookmarks: Bookmarks): FetchPage =>
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
    const body = await request(address, callOptions(call));
    const data = await decodeRecords(resource, address, body);
    const last = data.at(-1)?.[key];
    const hasNextPage = decodeEntries(body).length >= count && last !== undefined;
    if (hasNextPage) bookmarks.set(bookmarkKey(call, number + 1), String(last));
    return { data, pageInfo: { hasNextPage, hasPreviousPage: number > 1 } };
  };

/** Creates the pagers, by `api.paging` of the definition. */
export function makePagers(bookmarks: Bookmarks = new Map()): Record<Resource['api']['paging'], FetchPage> {
  return { none: wholeListPager, page: numberedPager, next: linkPager(bookmarks), cursor: cursorPager(bookmarks) };
}
