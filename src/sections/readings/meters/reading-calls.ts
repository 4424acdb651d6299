import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { companyToday } from '#console/data/company-clock.ts';
import { ask, type RequestOptions, request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { featuresNow } from '#console/data/session/features.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { has } from '#resources/language/features.ts';
import { METERS_PATH, READING_LIST_PATH } from '#resources/protocol/paths/readings.ts';
import {
  decodeFlatReadings,
  decodeFlatsPage,
  decodeGivenId,
  decodeReadingData,
  type FlatReadings,
  type FlatsPage,
  type ReadingData,
} from '#resources/protocol/readings/reading-answers.ts';
import type { MeterValues } from '#resources/protocol/readings/readings.ts';
import { isOpen } from '#resources/rules/readings/days.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';

/** While the server has not begun the day that this clock has, it is asked again this often, ms. */
const DAY_BEGINS = 60_000;

/** Key of everything about readings in the query cache but the lists, which are react-admin's. */
export const READINGS_KEY = ['meters'] as const;

/** Most buildings to ask for their days one by one. */
const MOST = 30;

/** Meters whose readings buildings collect, and on which days; `open_buildings`: those that take readings today. */
type ReadingsNow = ReadingData & { open_buildings: readonly number[] };

/** Data being loaded; a failure is already shown by the alert. */
export interface Loadable<Data> {
  data: Data | null;
  /** It was asked for and did not come. */
  failed: boolean;
  retry: () => void;
}

/**
 * Meters whose readings buildings collect, and on which days (READ-09); null until it is known. Without buildings nothing is asked.
 * On a new day it is asked again, and the former answer stays until the new one comes: a round goes on meanwhile.
 */
export function useReadingData(buildings: readonly number[]): Loadable<ReadingsNow> {
  const enabled = buildings.length > 0;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...READINGS_KEY, 'data', buildings.join()],
    queryFn: ({ signal }) => loadReadingData(buildings, signal),
    enabled,
    retry: false,
    refetchInterval: ({ state }) => {
      const told = state.data?.today;
      return told && told < companyToday().date ? DAY_BEGINS : false;
    },
  });
  const day = useCompanyDay();
  const askedDay = useRef(day);
  useEffect(() => {
    if (askedDay.current === day) return;
    askedDay.current = day;
    if (enabled) void refetch({ cancelRefetch: false });
  }, [day, enabled, refetch]);
  return { data: data ?? null, failed: isError && !isFetching, retry: () => void refetch() };
}

async function loadReadingData(buildings: readonly number[], signal: AbortSignal): Promise<ReadingsNow> {
  const path = withQuery(READING_LIST_PATH, { buildings_id: buildings });
  const data = await ask(path, decodeReadingData, { signal });
  if (data.open_buildings) return { ...data, open_buildings: data.open_buildings };
  return { ...data, open_buildings: await openBuildings(buildings, data, signal) };
}

/**
 * Which buildings take readings today by the company's clock, where the server says no more than the specification: days that
 * differ it tells as none (READ-16), so each building is asked about alone. Of more than `MOST` each is asked about in the form.
 */
async function openBuildings(
  buildings: readonly number[],
  data: ReadingData,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { day } = companyToday();
  const isSaid = data.submit_start_day !== null && data.submit_end_day !== null;
  if (isSaid || buildings.length < 2) return isOpen(data, day) ? buildings : [];
  if (buildings.length > MOST) return buildings;
  const open = await Promise.all(
    buildings.map(async (building) => {
      const path = withQuery(READING_LIST_PATH, { buildings_id: [building] });
      return isOpen(await ask(path, decodeReadingData, { signal }), day) ? [building] : [];
    }),
  );
  return open.flat();
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

/** A page of flats outside of the list: for a round, a file, a count. */
export interface FlatsAsked {
  buildings: readonly number[];
  /** MMYYYY */
  date: string;
  /** Number of the page; the first when left out. */
  page?: number;
  /** In place of a number: the page begins behind this flat. */
  after?: number | undefined;
  pageSize: number;
  /** Only flats that gave nothing. */
  missing?: boolean;
  /** Only flats of this entrance. */
  porch?: number | null;
  /** With last values and usual use. */
  norms?: boolean;
}

/** Fetches such a page. */
export async function loadFlats(
  params: FlatsAsked,
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
    norms: params.norms && has(featuresNow(), 'norms') ? 1 : undefined,
  });
  return ask(path, decodeFlatsPage, { signal, headers });
}

/** Gives values for a flat, as the form does. @returns id of the submission, 0 where the server does not say */
export async function giveReadings(unit: number, readings: MeterValues): Promise<number> {
  const id = await ask(METERS_PATH, decodeGivenId, { method: 'POST', body: { readings, unit }, report: false });
  // Without the addition nothing can be taken back by it.
  return has(featuresNow(), 'norms') ? id : 0;
}

/** Takes a value of one's own submission back. */
export async function takeBack(pass: number, meter: MeterType): Promise<void> {
  await request(withQuery(`${METERS_PATH}passes/${pass}/`, { meters: meter }), { method: 'DELETE', report: false });
}
