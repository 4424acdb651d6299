import { useQuery } from '@tanstack/react-query';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { downloadCsv } from '#console/data/export/csv.ts';
import { useAddition } from '#console/data/session/features.ts';
import { PAGE } from '#resources/limits.ts';
import { EXPORT_HEADERS } from '#resources/protocol/exports.ts';
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

/**
 * All of them, each call from the last flat of the one before: the list shrinks while residents give readings, and by numbers of
 * pages flats would be passed over.
 */
export async function loadMissing({ buildings, month }: MissingOf, signal: AbortSignal): Promise<Flat[]> {
  const flats = new Map<number, Flat>();
  for (let after: number | undefined; ; after = [...flats.keys()].at(-1)) {
    const countBefore = flats.size;
    const asked = { buildings, date: month, after, pageSize: PAGE.max, missing: true };
    const { results } = await loadFlats(asked, signal, EXPORT_HEADERS);
    for (const flat of results) flats.set(flat.unit.id, flat);
    if (results.length < PAGE.max) return [...flats.values()];
    if (flats.size === countBefore) throw new Error('The server gives the same page again');
  }
}

/** Lets the browser save them as a table. */
export function saveMissing(flats: readonly Flat[], fileName: string, header: readonly [string, string]): void {
  const rows = flats.map(({ unit }) => [buildingLabel(unit.building), unit.label]);
  downloadCsv(fileName, header, rows);
}
