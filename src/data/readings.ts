import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MeterOne, MetersPage, MeterValues, ReadingListData, ReadingSaved } from '#resources/protocol/readings.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { isOpen } from '#resources/rules/readings/window.ts';
import { companyToday } from './company-clock.ts';
import { request, unwrap } from './http.ts';
import { withQuery } from './query-string.ts';
import { useCompanyDay } from './today.ts';

const METERS_PATH = '/api/crm/meters/';

/** While the server has not begun the day that this clock has, it is asked again this often, ms. */
const DAY_BEGINS = 60_000;

/** Key of everything about readings in the query cache but the lists, which are react-admin's. */
export const READINGS_KEY = ['meters'] as const;

const NO_DATA: ReadingListData = {
  reading_types: [],
  submit_start_day: null,
  submit_end_day: null,
  open_buildings: [],
  today: '',
};

/** What was asked for, as far as it is there; the alert has told of a failure. */
export interface Asked<Data> {
  data: Data | null;
  /** It was asked for and did not come. */
  failed: boolean;
  retry: () => void;
}

/**
 * What buildings collect, and when (READ-09); null until it is known. Nothing is asked for no building. A new day is asked for
 * anew, and what is known stays until the answer comes: a round goes on meanwhile.
 */
export function useReadingData(buildings: readonly number[]): Asked<ReadingListData> {
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
  const asked = useRef(day);
  useEffect(() => {
    if (asked.current === day) return;
    asked.current = day;
    if (enabled) void refetch({ cancelRefetch: false });
  }, [day, enabled, refetch]);
  return { data: data ?? null, failed: isError && !isFetching, retry: () => void refetch() };
}

async function loadReadingData(buildings: readonly number[], signal: AbortSignal): Promise<ReadingListData> {
  const path = withQuery('/api/crm/scenarios/reading-list-data/', { buildings_id: buildings });
  const told = unwrap(await request(path, { signal })) as Partial<ReadingListData> | null;
  const data = { ...NO_DATA, ...told };
  if (told?.open_buildings) return data;
  // A server that says no more than the specification: the days of all of them, by the company's clock.
  return { ...data, open_buildings: isOpen(data, companyToday().day) ? [...buildings] : [] };
}

/** What was given for a flat (READ-12, READ-24); asked for once a flat is chosen. */
export function useFlatReadings(flat: number | null): Asked<MeterOne> {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...READINGS_KEY, 'flat', flat],
    queryFn: async ({ signal }) => unwrap(await request(`${METERS_PATH}${flat}/`, { signal })) as MeterOne,
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
  page: number;
  pageSize: number;
  /** Only flats that gave nothing. */
  missing?: boolean;
  /** With last values and usual use. */
  norms?: boolean;
}

/** Fetches such a page. */
export async function loadFlats(asked: FlatsAsked, signal?: AbortSignal): Promise<MetersPage> {
  const path = withQuery(METERS_PATH, {
    buildings_id: asked.buildings,
    date: asked.date,
    page: asked.page,
    page_size: asked.pageSize,
    missing: asked.missing ? 1 : undefined,
    norms: asked.norms ? 1 : undefined,
  });
  return unwrap(await request(path, { signal })) as MetersPage;
}

/** Gives values for a flat, as the form does. @returns id of the submission, 0 where the server does not say */
export async function giveReadings(unit: number, readings: MeterValues): Promise<number> {
  const body = (await request(METERS_PATH, { method: 'POST', body: { readings, unit }, report: false })) as
    | (Partial<ReadingSaved> & { data?: Partial<ReadingSaved> })
    | null;
  return body?.params?.id ?? body?.data?.params?.id ?? 0;
}

/** Takes a value of one's own submission back. */
export async function takeBack(pass: number, meter: MeterType): Promise<void> {
  await request(withQuery(`${METERS_PATH}passes/${pass}/`, { meters: meter }), { method: 'DELETE', report: false });
}
