import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, type RequestOptions, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { PAGE } from '#resources/limits.ts';
import { SEARCH_BY_TAGS_PATH, SMART_SEARCH_PATH } from '#resources/protocol/paths/search.ts';
import {
  decodeFoundPage,
  decodeOffered,
  type FoundBuilding,
  type FoundPage,
} from '#resources/protocol/search/search-answers.ts';
import { asContext, type Tag, tagsQuery } from './tags.ts';

/** Suggestions for a text while it is typed; each call cancels the one before (RES-02, RES-03). */
export function useSuggestions(text: string, tags: readonly Tag[]) {
  const context = tags.map(asContext);
  return useQuery({
    queryKey: ['residents', 'suggested', text, context],
    queryFn: async ({ signal }) => {
      const body = { search: text, context };
      // A failure is told where the suggestions stand.
      const answer = await request(SMART_SEARCH_PATH, { method: 'POST', body, signal, report: false });
      return decodeOffered(answer, text);
    },
    enabled: text !== '',
    retry: false,
    staleTime: 10_000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** A page of the results of the tags (RES-05). */
async function findUnits(
  query: string,
  page: number,
  signal: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<FoundPage> {
  const further = page > 1 ? `&page=${page}` : '';
  const path = `${SEARCH_BY_TAGS_PATH}?${query}&page_size=${PAGE.smartSearch}${further}`;
  return ask(path, decodeFoundPage, { signal, headers, report: false });
}

const unitsIn = (results: readonly FoundBuilding[]): number =>
  results.reduce((sum, { units }) => sum + units.length, 0);

/** The result of one call, or of all of them. */
interface LoadedUnits {
  /** Units in all. */
  count: number;
  /** Whether everything that was found is here. */
  isComplete: boolean;
  results: readonly FoundBuilding[];
}

/**
 * The first page, as the server pages: the documents do not say whether by units or by buildings. By units the other pages
 * are fetched when they are opened; by anything else the count is known only after all have come.
 */
async function bringFirst(query: string, signal: AbortSignal): Promise<LoadedUnits> {
  const first = await findUnits(query, 1, signal);
  const here = unitsIn(first.results);
  if (!first.more) return { count: here, isComplete: true, results: first.results };
  if (here === PAGE.smartSearch && first.count > here) return { ...first, isComplete: false };
  const results = await everyPage(query, signal, { first });
  return { count: unitsIn(results), isComplete: true, results };
}

/** All pages of results, one after another. @throws RequestError, shown by the caller */
export async function everyPage(
  query: string,
  signal: AbortSignal,
  { first, headers }: { first?: FoundPage; headers?: RequestOptions['headers'] },
): Promise<FoundBuilding[]> {
  let page = first ?? (await findUnits(query, 1, signal, headers));
  const buildings = new Map<number, FoundBuilding>();
  const unitIds = new Set<number>();
  for (let number = 1; ; number += 1) {
    const countBefore = unitIds.size;
    for (const building of page.results) {
      // A building that goes on over the end of a page comes once more.
      const units = [
        ...(buildings.get(building.id)?.units ?? []),
        ...building.units.filter(({ id }) => !unitIds.has(id)),
      ];
      buildings.set(building.id, { ...building, units });
      for (const { id } of units) unitIds.add(id);
    }
    // A page that brings nothing new is the last, whatever it says.
    if (!page.more || unitIds.size === countBefore) return [...buildings.values()];
    page = await findUnits(query, number + 1, signal, headers);
  }
}

/** The part of a server's page that stands on a page of the table; buildings without a unit there are left out. */
export function cutFound(results: readonly FoundBuilding[], from: number, size: number): FoundBuilding[] {
  let at = 0;
  return results.flatMap((building) => {
    const begins = at;
    at += building.units.length;
    const units = building.units.slice(Math.max(0, from - begins), Math.max(0, from + size - begins));
    return units.length ? [{ ...building, units }] : [];
  });
}

/** Failures of a search (RES-09, RES-10). */
export type Trouble = 'no-building' | 'failed';

const searchTrouble = (error: unknown): Trouble =>
  error instanceof RequestError && error.status === 404 ? 'no-building' : 'failed';

/** A page of the table: buildings with their units, and how many units there are in all. */
export function useFound(tags: readonly Tag[], page: number, size: number) {
  const query = tagsQuery(tags);
  const first = (page - 1) * size;
  const serverPage = Math.floor(first / PAGE.smartSearch) + 1;
  const enabled = tags.length > 0;
  const firstQuery = useQuery({
    queryKey: ['residents', 'found', query, 'begun'],
    queryFn: ({ signal }) => bringFirst(query, signal),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const isFurther = serverPage > 1 && firstQuery.data?.isComplete !== true;
  const further = useQuery({
    queryKey: ['residents', 'found', query, 'page', serverPage],
    queryFn: async ({ signal }): Promise<LoadedUnits> => ({
      ...(await findUnits(query, serverPage, signal)),
      isComplete: false,
    }),
    enabled: enabled && isFurther && firstQuery.data !== undefined,
    retry: false,
    placeholderData: (shown) => shown ?? firstQuery.data,
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = isFurther ? further : firstQuery;
  // The number of results has changed since the first page.
  const { refetch: beginAnew } = firstQuery;
  const isOutdated =
    isFurther && further.data && !further.isPlaceholderData && further.data.count !== firstQuery.data?.count;
  useEffect(() => {
    if (isOutdated) void beginAnew();
  }, [isOutdated, beginAnew]);
  const answer = enabled && data && !error ? data : null;
  return {
    count: answer?.count ?? 0,
    buildings: answer ? cutFound(answer.results, data?.isComplete ? first : first % PAGE.smartSearch, size) : null,
    trouble: error && enabled ? searchTrouble(error) : null,
    isFetching,
    isOld: isPlaceholderData,
    refetch,
  };
}
