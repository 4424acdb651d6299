import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { companyToday } from '#console/data/company-clock.ts';
import { ask, type RequestOptions, request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { hasAddition } from '#resources/language/features.ts';
import { METERS_PATH, READING_LIST_PATH } from '#resources/protocol/paths/readings.ts';
import {
  decodeFlatReadings,
  decodeFlatsPage,
  decodeReadingData,
  decodeSubmissionId,
  type FlatReadings,
  type FlatsPage,
  type ReadingData,
} from '#resources/protocol/readings/reading-answers.ts';
import type { MeterValues } from '#resources/protocol/readings/readings.ts';
import { isReadingDay } from '#resources/rules/readings/days.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';

/** Polling interval after midnight, until the server has reached the day of the local clock, ms. */
const NEW_DAY_POLL_MS = 60_000;

/** Query key prefix of all data about readings, except the lists, which react-admin caches. */
export const READINGS_KEY = ['meters'] as const;

/** Maximum number of buildings whose days of submission are requested one by one. */
const MAX_SINGLE_REQUESTS = 30;

/** Meters that buildings collect and the days of submission; `open_buildings` are those that accept readings today. */
type ReadingDataToday = ReadingData & { open_buildings: readonly number[] };

/** State of a query; the global alert already shows its error. */
export interface Loadable<Data> {
  data: Data | null;
  /** Whether the last request failed. */
  failed: boolean;
  retry: () => void;
}

/**
 * Meters that buildings collect and the days of submission (READ-09); null until loaded; without buildings nothing is fetched.
 * Refetched on a new day; the old data stay until then, so that an open round continues.
 */
export function useReadingData(buildings: readonly number[]): Loadable<ReadingDataToday> {
  const enabled = buildings.length > 0;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...READINGS_KEY, 'data', buildings.join()],
    queryFn: ({ signal }) => loadReadingData(buildings, signal),
    enabled,
    retry: false,
    refetchInterval: ({ state }) => {
      const serverDay = state.data?.today;
      return serverDay && serverDay < companyToday().date ? NEW_DAY_POLL_MS : false;
    },
  });
  const day = useCompanyDay();
  const fetchedDay = useRef(day);
  useEffect(() => {
    if (fetchedDay.current === day) return;
    fetchedDay.current = day;
    if (enabled) void refetch({ cancelRefetch: false });
  }, [day, enabled, refetch]);
  return { data: data ?? null, failed: isError && !isFetching, retry: () => void refetch() };
}

async function loadReadingData(buildings: readonly number[], signal: AbortSignal): Promise<ReadingDataToday> {
  const path = withQuery(READING_LIST_PATH, { buildings_id: buildings });
  const data = await ask(path, decodeReadingData, { signal });
  if (data.open_buildings) return { ...data, open_buildings: data.open_buildings };
  return { ...data, open_buildings: await openBuildings(buildings, data, signal) };
}

/**
 * Buildings that accept readings today, for servers without `open_buildings`. They send no days if these differ (READ-16),
 * so each building is requested alone; more than `MAX_SINGLE_REQUESTS` all count as open, and the form checks the chosen one.
 */
async function openBuildings(
  buildings: readonly number[],
  data: ReadingData,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { day } = companyToday();
  const hasCommonDays = data.submit_start_day !== null && data.submit_end_day !== null;
  if (hasCommonDays || buildings.length < 2) return isReadingDay(data, day) ? buildings : [];
  if (buildings.length > MAX_SINGLE_REQUESTS) return buildings;
  const openIds = await Promise.all(
    buildings.map(async (building) => {
      const path = withQuery(READING_LIST_PATH, { buildings_id: [building] });
      return isReadingDay(await ask(path, decodeReadingData, { signal }), day) ? [building] : [];
    }),
  );
  return openIds.flat();
}

/** Readings of a flat (READ-12, READ-24); loaded once a flat is chosen. */
export function useFlatReadings(flat: number | null): Loadable<FlatReadings> {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...READINGS_KEY, 'flat', flat],
    queryFn: ({ signal }) => ask(`${METERS_PATH}${flat}/`, decodeFlatReadings, { signal }),
    enabled: flat !== null,
    retry: false,
  });
  return {
    data: (flat === null ? null : data) ?? null,
    failed: flat !== null && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Query for a page of flats outside of the list: for a round, an export, a count. */
export interface FlatsQuery {
  buildings: readonly number[];
  /** MMYYYY */
  date: string;
  /** Page number; 1 by default. */
  page?: number;
  /** Instead of `page`: the page begins after the flat with this id. */
  after?: number | undefined;
  pageSize: number;
  /** Only flats without readings. */
  missing?: boolean;
  /** Only flats of this entrance. */
  porch?: number | null;
  /** With last values and usual consumption. */
  norms?: boolean;
}

/** Fetches a page of flats. */
export async function loadFlats(
  params: FlatsQuery,
  signal?: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<FlatsPage> {
  const path = withQuery(METERS_PATH, {
    buildings_id: params.buildings,
    date: params.date,
    page: params.after === undefined ? (params.page ?? 1) : undefined,
    after: params.after,
    page_size: params.pageSize,
    missing: params.missing ? 1 : undefined,
    porch: params.porch,
    norms: params.norms && hasAddition(currentFeatures(), 'norms') ? 1 : undefined,
  });
  return ask(path, decodeFlatsPage, { signal, headers });
}

/** Submits readings of a flat, like the form. @returns id of the submission; 0 if it cannot be undone */
export async function submitReadings(unit: number, readings: MeterValues): Promise<number> {
  const id = await ask(METERS_PATH, decodeSubmissionId, { method: 'POST', body: { readings, unit }, report: false });
  // Without this addition the server cannot undo a submission.
  return hasAddition(currentFeatures(), 'norms') ? id : 0;
}

/** Undoes one value of the user's own submission. */
export async function undoReading(pass: number, meter: MeterType): Promise<void> {
  await request(withQuery(`${METERS_PATH}passes/${pass}/`, { meters: meter }), { method: 'DELETE', report: false });
}
