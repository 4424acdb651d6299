import { useQuery } from '@tanstack/react-query';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { downloadCsv } from '#console/data/export/csv.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { PAGE } from '#resources/limits.ts';
import { EXPORT_HEADERS } from '#resources/protocol/exports.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import { loadFlats, READINGS_KEY } from './meters/reading-calls.ts';

/** Selects the flats of some buildings without readings for a month. */
export interface MissingQuery {
  buildings: readonly number[];
  /** MMYYYY */
  month: string;
}

/** Number of flats without readings; null until loaded, or without this server addition. */
export function useMissingCount({ buildings, month }: MissingQuery): number | null {
  const hasAddition = useServerFeature('missing');
  const { data } = useQuery({
    queryKey: [...READINGS_KEY, 'missing', buildings.join(), month],
    queryFn: async ({ signal }) => {
      const page = await loadFlats({ buildings, date: month, page: 1, pageSize: 1, missing: true }, signal);
      return page.count;
    },
    enabled: hasAddition && buildings.length > 0 && month !== '',
    retry: false,
  });
  return data ?? null;
}

/**
 * Loads all flats without readings, each page after the last flat of the previous one: the list shrinks while residents submit
 * readings, so page numbers would skip flats.
 */
export async function loadMissing({ buildings, month }: MissingQuery, signal: AbortSignal): Promise<Flat[]> {
  const flats = new Map<number, Flat>();
  for (let after: number | undefined; ; after = [...flats.keys()].at(-1)) {
    const countBefore = flats.size;
    const query = { buildings, date: month, after, pageSize: PAGE.max, missing: true };
    const { results } = await loadFlats(query, signal, EXPORT_HEADERS);
    for (const flat of results) flats.set(flat.unit.id, flat);
    if (results.length < PAGE.max) return [...flats.values()];
    if (flats.size === countBefore) throw new Error('The server gives the same page again');
  }
}

/** Downloads the flats as a CSV file. */
export function saveMissing(flats: readonly Flat[], fileName: string, header: readonly [string, string]): void {
  const rows = flats.map(({ unit }) => [buildingLabel(unit.building), unit.label]);
  downloadCsv(fileName, header, rows);
}
