import { useQuery } from '@tanstack/react-query';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { downloadCsv } from '#console/data/export/csv.ts';
import { useAddition } from '#console/data/session/features.ts';
import { PAGE } from '#resources/limits.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import { loadFlats, READINGS_KEY } from './meters/reading-calls.ts';

/** Flats of some buildings that gave nothing for a month. */
export interface MissingOf {
  buildings: readonly number[];
  /** MMYYYY */
  month: string;
}

/** How many they are; null until it is known, and where the server does not tell. */
export function useMissingCount({ buildings, month }: MissingOf): number | null {
  const isTold = useAddition('missing');
  const { data } = useQuery({
    queryKey: [...READINGS_KEY, 'missing', buildings.join(), month],
    queryFn: async ({ signal }) => {
      const page = await loadFlats({ buildings, date: month, page: 1, pageSize: 1, missing: true }, signal);
      return page.count;
    },
    enabled: isTold && buildings.length > 0 && month !== '',
    retry: false,
  });
  return data ?? null;
}

/** All of them, page after page. */
export async function loadMissing({ buildings, month }: MissingOf, signal: AbortSignal): Promise<Flat[]> {
  const flats: Flat[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await loadFlats({ buildings, date: month, page, pageSize: PAGE.max, missing: true }, signal);
    flats.push(...answer.results);
    if (answer.results.length === 0 || flats.length >= answer.count) return flats;
  }
}

/** Lets the browser save them as a table. */
export function saveMissing(flats: readonly Flat[], fileName: string, header: readonly [string, string]): void {
  const rows = flats.map(({ unit }) => [buildingLabel(unit.building), unit.label]);
  downloadCsv(fileName, header, rows);
}
