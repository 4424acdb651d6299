import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type RaRecord, type SortPayload, useDataProvider } from 'react-admin';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import type { ListMeta } from '#console/data/providers/list-meta.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { addDays } from '#resources/days.ts';
import { type CalendarFields, calendarFields } from '#resources/language/calendar.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type CalendarRange, daysBetween, daysFrom, visibleRange, WEEK } from '../calendar/days.ts';
import { useCalendarPlace } from '../calendar/place.ts';
import { askedDays, dateRecord } from '../calendar/spans.ts';
import { useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import type { CalendarPages, Rows } from './rows.ts';

/** Up to this many records a range is loaded in full; beyond it each week is fetched, and then each day. */
const RANGE_MAX = 300;
/** Records loaded of a day that cannot be loaded in full. */
const BUSY_DAY_MAX = 30;
/** Records per batch of a single day, or of records without a date. */
const BATCH_SIZE = 100;
/** For lists that the server cannot search by days: maximum number of records in all (`most`) and per call (`atOnce`). */
const UNSEARCHED_LIMITS = { most: 1_000, atOnce: 250 } as const;

/** The records of a calendar as stored in the query cache. */
interface CalendarData {
  data: RaRecord[];
  total: number;
  /** Total number of records of the days that are not loaded completely. */
  counts: Record<string, number>;
}

interface LoadedPage {
  records: RaRecord[];
  count: number;
}

/** Loads records of days; `null` means those without a date, `undefined` all of them. */
type LoadDays = (
  days: CalendarRange | null | undefined,
  pagination: { page: number; perPage: number },
  signal: AbortSignal,
) => Promise<LoadedPage>;

const unique = (records: readonly RaRecord[]): RaRecord[] => [...new Map(records.map((one) => [one.id, one])).values()];

/** Splits a range into weeks, and a single week into days. */
function splitRange(range: CalendarRange): CalendarRange[] {
  const length = daysBetween(range.first, range.last) + 1;
  if (length <= WEEK) return daysFrom(range).map((day) => ({ first: day, last: day }));
  return Array.from({ length: Math.ceil(length / WEEK) }, (_, index) => {
    const first = addDays(range.first, index * WEEK);
    const last = addDays(first, WEEK - 1);
    return { first, last: last < range.last ? last : range.last };
  });
}

/** Loads all records of a range, or, if there are too many, the first ones of each day. */
async function loadDays(load: LoadDays, range: CalendarRange, signal: AbortSignal): Promise<CalendarData> {
  const isOneDay = range.first === range.last;
  const { records, count } = await load(range, { page: 1, perPage: isOneDay ? BUSY_DAY_MAX : RANGE_MAX }, signal);
  if (records.length >= count) return { data: records, total: count, counts: {} };
  if (isOneDay) return { data: records, total: count, counts: { [range.first]: count } };
  const parts = await Promise.all(splitRange(range).map((subrange) => loadDays(load, subrange, signal)));
  return {
    data: unique(parts.flatMap(({ data }) => data)),
    total: count,
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)) as CalendarData['counts'],
  };
}

/** Loads the first batches of one day, or of the records without a date. */
async function loadBatches(
  load: LoadDays,
  days: CalendarRange | null,
  batches: number,
  signal: AbortSignal,
): Promise<CalendarData> {
  const pages = Array.from({ length: batches }, (_, index) =>
    load(days, { page: index + 1, perPage: BATCH_SIZE }, signal),
  );
  const parts = await Promise.all(pages);
  const data = unique(parts.flatMap(({ records }) => records));
  const count = parts[0]?.count ?? 0;
  return { data, total: count, counts: days && data.length < count ? { [days.first]: count } : {} };
}

/** Loads a list that the server cannot search by days, from its beginning, up to `READ.most` records. */
async function loadAll(load: LoadDays, isWhole: boolean, signal: AbortSignal): Promise<CalendarData> {
  const perPage = isWhole ? Number.MAX_SAFE_INTEGER : UNSEARCHED_LIMITS.atOnce;
  const data: RaRecord[] = [];
  for (let page = 1; ; page += 1) {
    const { records, count } = await load(undefined, { page, perPage }, signal);
    data.push(...records);
    const isEnd = isWhole || records.length === 0 || data.length >= count;
    if (isEnd || data.length >= UNSEARCHED_LIMITS.most)
      return { data: unique(data), total: isEnd ? data.length : count, counts: {} };
  }
}

/** Records that fall on the days of a range; `null` means those without a date. */
function filterByDays(calendar: CalendarFields, records: readonly RaRecord[], range: CalendarRange | null): RaRecord[] {
  return records.filter((record) => {
    const recordDays = dateRecord(calendar, record);
    return recordDays && range
      ? recordDays.first <= range.last && recordDays.last >= range.first
      : recordDays === null && range === null;
  });
}

/** Parameters of a calendar's calls besides the days. */
interface CalendarCall {
  sort: SortPayload;
  filter: Readonly<Record<string, unknown>>;
  meta: ListMeta;
}

/** Returns the function that fetches the records of a calendar. */
function useLoadDays(resource: Resource, calendar: CalendarFields, params: CalendarCall): LoadDays {
  const dataProvider = useDataProvider();
  return useCallback<LoadDays>(
    async (days, pagination, signal) => {
      const daysQuery = days === undefined ? {} : { days: days && askedDays(calendar, days) };
      const { data, total, pageInfo } = await dataProvider.getList<RaRecord>(resource.name, {
        ...params,
        // A list that is loaded whole is filtered on the client.
        ...(resource.api.paging === 'none' ? { filter: {} } : {}),
        meta: { ...params.meta, ...daysQuery },
        pagination,
        signal,
      });
      const loadedSoFar = (pagination.page - 1) * pagination.perPage + data.length;
      return { records: data, count: total ?? loadedSoFar + (pageInfo?.hasNextPage ? 1 : 0) };
    },
    [dataProvider, resource, calendar, params],
  );
}

/** Number of batches to load; back to one whenever `key` changes. */
function useBatches(key: string): [batches: number, more: () => void] {
  const [requested, setRequested] = useState({ key, batches: 1 });
  const batches = requested.key === key ? requested.batches : 1;
  const loadMore = useCallback(() => setRequested({ key, batches: batches + 1 }), [key, batches]);
  return [batches, loadMore];
}

/**
 * Rows of a calendar for the visible days. If the server lacks the `calendar` addition, the beginning of the list is loaded and
 * its records are assigned to days on the client.
 */
export function useCalendarRows(resource: Resource): Rows {
  const { name, generic, api } = resource;
  const calendar = useMemo(() => calendarFields(resource), [resource]);
  if (!calendar) throw new Error(`The calendar of ${name} has no dates`);
  const place = useCalendarPlace(resource);
  const state = useListState(resource);
  const { meta, enabled, hasNoBuildings, error: scopeError } = useScope(resource, state.filterValues);
  const isServerSearch = useServerFeature('calendar') && generic;
  const { sort, filterValues } = state;
  const filterText = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters are a new object at each render
  const params = useMemo<CalendarCall>(
    () => ({ sort, filter: filterValues, meta }),
    [sort.field, sort.order, filterText, meta],
  );
  const load = useLoadDays(resource, calendar, params);
  const { view, day } = place;
  const { first, last } = visibleRange(view, day);
  const isBatched = view === 'day' || view === 'undated';
  const [batches, loadMore] = useBatches(`${view} ${day} ${filterText}`);

  const shownPart = isServerSearch
    ? view === 'undated'
      ? { look: view, batches }
      : { first, last, batches: isBatched ? batches : 0 }
    : {};
  const { data: loadedRecords, ...query } = useQuery({
    queryKey: [name, 'getList', { calendar: shownPart, ...params }],
    queryFn: ({ signal }) => {
      if (!isServerSearch) return loadAll(load, api.paging === 'none', signal);
      if (isBatched) return loadBatches(load, view === 'undated' ? null : { first, last }, batches, signal);
      return loadDays(load, { first, last }, signal);
    },
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const undatedCount = useQuery({
    queryKey: [name, 'getList', { calendar: 'undated', ...params }],
    queryFn: async ({ signal }): Promise<CalendarData> => {
      const { count } = await load(null, { page: 1, perPage: 1 }, signal);
      return { data: [], total: count, counts: {} };
    },
    enabled: enabled && isServerSearch,
    retry: false,
    placeholderData: keepPreviousData,
  });

  const placedRecords = useMemo(() => {
    if (hasNoBuildings) return { rows: [], undated: 0 };
    if (!loadedRecords) return { rows: undefined, undated: undefined };
    const matching =
      api.paging === 'none' ? filterRecords(loadedRecords.data, resource, params.filter) : loadedRecords.data;
    // A record that was just moved to another day is shown there before the list is refetched.
    const rows = filterByDays(calendar, matching, view === 'undated' ? null : { first, last });
    return { rows, undated: isServerSearch ? undefined : filterByDays(calendar, matching, null).length };
  }, [hasNoBuildings, loadedRecords, api.paging, resource, params.filter, calendar, view, first, last, isServerSearch]);
  const list = useListValue(resource, state, {
    data: placedRecords.rows,
    total: isServerSearch && !hasNoBuildings ? loadedRecords?.total : placedRecords.rows?.length,
    error: scopeError ?? query.error,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    refetch: query.refetch,
    meta,
  });
  const undated = isServerSearch && !hasNoBuildings ? undatedCount.data?.total : placedRecords.undated;
  const hasMore =
    isServerSearch && isBatched && loadedRecords !== undefined && loadedRecords.data.length < loadedRecords.total;
  const loadedOnly =
    !isServerSearch && loadedRecords && loadedRecords.data.length < loadedRecords.total
      ? loadedRecords.data.length
      : null;
  const counts = loadedRecords?.counts;
  const pages = useMemo<CalendarPages>(
    () => ({ place, counts: counts ?? {}, undated, loadMore: hasMore ? loadMore : null, loadedOnly }),
    [place, counts, undated, hasMore, loadMore, loadedOnly],
  );
  return { list, hasNew: false, endless: null, calendar: pages };
}
