import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type RaRecord, type SortPayload, useDataProvider } from 'react-admin';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import type { ListMeta } from '#console/data/providers/list-meta.ts';
import { useAddition } from '#console/data/session/features.ts';
import { dayLater } from '#resources/days.ts';
import { type CalendarFields, calendarFields } from '#resources/language/calendar.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type DayRange, daysBetween, daysFrom, rangeShown, WEEK } from '../calendar/days.ts';
import { useCalendarPlace } from '../calendar/place.ts';
import { askedDays, dateRecord } from '../calendar/spans.ts';
import { useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import type { CalendarPages, Rows } from './rows.ts';

/** Records that days are given whole: of more, each week is asked for, and then each day. */
const WHOLE = 300;
/** Records of a day that has more of them than are given whole. */
const OF_DAY = 30;
/** Records that one day, or what has no date, is given at a time. */
const BATCH = 100;
/** The most that are read of a list that the server does not search by days, and in one call. */
const READ = { most: 1_000, atOnce: 250 } as const;

/** The records of a calendar as the caches of lists hold them. */
interface CalendarData {
  data: RaRecord[];
  total: number;
  /** Records in all of the days of which not every one is loaded. */
  counts: Record<string, number>;
}

interface Part {
  records: RaRecord[];
  count: number;
}

/** Loads records of days; null: those without a date; left out: whenever they are. */
type LoadPart = (
  days: DayRange | null | undefined,
  pagination: { page: number; perPage: number },
  signal: AbortSignal,
) => Promise<Part>;

const unique = (records: readonly RaRecord[]): RaRecord[] => [...new Map(records.map((one) => [one.id, one])).values()];

/** The weeks of some days; a single week by its days. */
function splitRange(range: DayRange): DayRange[] {
  const length = daysBetween(range.first, range.last) + 1;
  if (length <= WEEK) return daysFrom(range).map((day) => ({ first: day, last: day }));
  return Array.from({ length: Math.ceil(length / WEEK) }, (_, at) => {
    const first = dayLater(range.first, at * WEEK);
    const last = dayLater(first, WEEK - 1);
    return { first, last: last < range.last ? last : range.last };
  });
}

/** The records of some days: all of them, or where there are too many so many of each day. */
async function loadDays(load: LoadPart, range: DayRange, signal: AbortSignal): Promise<CalendarData> {
  const isOneDay = range.first === range.last;
  const { records, count } = await load(range, { page: 1, perPage: isOneDay ? OF_DAY : WHOLE }, signal);
  if (records.length >= count) return { data: records, total: count, counts: {} };
  if (isOneDay) return { data: records, total: count, counts: { [range.first]: count } };
  const parts = await Promise.all(splitRange(range).map((part) => loadDays(load, part, signal)));
  return {
    data: unique(parts.flatMap(({ data }) => data)),
    total: count,
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)) as CalendarData['counts'],
  };
}

/** The records of one day, or of none, batch after batch. */
async function loadBatches(
  load: LoadPart,
  days: DayRange | null,
  batches: number,
  signal: AbortSignal,
): Promise<CalendarData> {
  const pages = Array.from({ length: batches }, (_, at) => load(days, { page: at + 1, perPage: BATCH }, signal));
  const parts = await Promise.all(pages);
  const data = unique(parts.flatMap(({ records }) => records));
  const count = parts[0]?.count ?? 0;
  return { data, total: count, counts: days && data.length < count ? { [days.first]: count } : {} };
}

/** A list that the server does not search by days, from its beginning, up to `READ.most`. */
async function loadAll(load: LoadPart, isWhole: boolean, signal: AbortSignal): Promise<CalendarData> {
  const perPage = isWhole ? Number.MAX_SAFE_INTEGER : READ.atOnce;
  const data: RaRecord[] = [];
  for (let page = 1; ; page += 1) {
    const { records, count } = await load(undefined, { page, perPage }, signal);
    data.push(...records);
    const isEnd = isWhole || records.length === 0 || data.length >= count;
    if (isEnd || data.length >= READ.most)
      return { data: unique(data), total: isEnd ? data.length : count, counts: {} };
  }
}

/** Those of some records that stand on some days; null: those without a date. */
function recordsOn(calendar: CalendarFields, records: readonly RaRecord[], range: DayRange | null): RaRecord[] {
  return records.filter((record) => {
    const dated = dateRecord(calendar, record);
    return dated && range ? dated.first <= range.last && dated.last >= range.first : dated === null && range === null;
  });
}

/** Parameters of the calls of a calendar besides their days. */
interface CalendarCall {
  sort: SortPayload;
  filter: Readonly<Record<string, unknown>>;
  meta: ListMeta;
}

/** How the records of a calendar are called for. */
function useLoad(resource: Resource, calendar: CalendarFields, call: CalendarCall): LoadPart {
  const dataProvider = useDataProvider();
  return useCallback<LoadPart>(
    async (days, pagination, signal) => {
      const daysQuery = days === undefined ? {} : { days: days && askedDays(calendar, days) };
      const { data, total, pageInfo } = await dataProvider.getList<RaRecord>(resource.name, {
        ...call,
        // A list that is loaded as a whole is filtered here.
        ...(resource.api.paging === 'none' ? { filter: {} } : {}),
        meta: { ...call.meta, ...daysQuery },
        pagination,
        signal,
      });
      const loadedSoFar = (pagination.page - 1) * pagination.perPage + data.length;
      return { records: data, count: total ?? loadedSoFar + (pageInfo?.hasNextPage ? 1 : 0) };
    },
    [dataProvider, resource, calendar, call],
  );
}

/** How many batches of one day, or of none, were asked for; one again for another. */
function useBatches(key: string): [batches: number, more: () => void] {
  const [asked, setAsked] = useState({ key, batches: 1 });
  const batches = asked.key === key ? asked.batches : 1;
  const loadMore = useCallback(() => setAsked({ key, batches: batches + 1 }), [key, batches]);
  return [batches, loadMore];
}

/**
 * The records of the days that a calendar shows. A server that does not know the addition is asked for the beginning of the list,
 * whose records are put on their days here.
 */
export function useCalendarRows(resource: Resource): Rows {
  const { name, generic, api } = resource;
  const calendar = useMemo(() => calendarFields(resource), [resource]);
  if (!calendar) throw new Error(`The calendar of ${name} has no dates`);
  const place = useCalendarPlace(resource);
  const state = useListState(resource);
  const { meta, enabled, nowhere, error: scopeError } = useScope(resource, state.filterValues);
  const isSearched = useAddition('calendar') && generic;
  const { sort, filterValues } = state;
  const filterText = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same filters are a new object with each rendering
  const call = useMemo<CalendarCall>(
    () => ({ sort, filter: filterValues, meta }),
    [sort.field, sort.order, filterText, meta],
  );
  const load = useLoad(resource, calendar, call);
  const { look, day } = place;
  const { first, last } = rangeShown(look, day);
  const isBatched = look === 'day' || look === 'undated';
  const [batches, loadMore] = useBatches(`${look} ${day} ${filterText}`);

  const part = isSearched
    ? look === 'undated'
      ? { look, batches }
      : { first, last, batches: isBatched ? batches : 0 }
    : {};
  const { data: loadedRecords, ...query } = useQuery({
    queryKey: [name, 'getList', { calendar: part, ...call }],
    queryFn: ({ signal }) => {
      if (!isSearched) return loadAll(load, api.paging === 'none', signal);
      if (isBatched) return loadBatches(load, look === 'undated' ? null : { first, last }, batches, signal);
      return loadDays(load, { first, last }, signal);
    },
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const undatedCount = useQuery({
    queryKey: [name, 'getList', { calendar: 'undated', ...call }],
    queryFn: async ({ signal }): Promise<CalendarData> => {
      const { count } = await load(null, { page: 1, perPage: 1 }, signal);
      return { data: [], total: count, counts: {} };
    },
    enabled: enabled && isSearched,
    retry: false,
    placeholderData: keepPreviousData,
  });

  const placedRecords = useMemo(() => {
    if (nowhere) return { rows: [], undated: 0 };
    if (!loadedRecords) return { rows: undefined, undated: undefined };
    const matching =
      api.paging === 'none' ? filterRecords(loadedRecords.data, resource, call.filter) : loadedRecords.data;
    // A record moved to another day a moment ago is shown there before the list is fetched anew.
    const rows = recordsOn(calendar, matching, look === 'undated' ? null : { first, last });
    return { rows, undated: isSearched ? undefined : recordsOn(calendar, matching, null).length };
  }, [nowhere, loadedRecords, api.paging, resource, call.filter, calendar, look, first, last, isSearched]);
  const list = useListValue(resource, state, {
    data: placedRecords.rows,
    total: isSearched && !nowhere ? loadedRecords?.total : placedRecords.rows?.length,
    error: scopeError ?? query.error,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    refetch: query.refetch,
    meta,
  });
  const undated = isSearched && !nowhere ? undatedCount.data?.total : placedRecords.undated;
  const hasMore =
    isSearched && isBatched && loadedRecords !== undefined && loadedRecords.data.length < loadedRecords.total;
  const loadedOnly =
    !isSearched && loadedRecords && loadedRecords.data.length < loadedRecords.total ? loadedRecords.data.length : null;
  const counts = loadedRecords?.counts;
  const pages = useMemo<CalendarPages>(
    () => ({ place, counts: counts ?? {}, undated, loadMore: hasMore ? loadMore : null, loadedOnly }),
    [place, counts, undated, hasMore, loadMore, loadedOnly],
  );
  return { list, hasNew: false, endless: null, calendar: pages };
}
