import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, type RequestOptions, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { PAGE } from '#resources/limits.ts';
import { SEARCH_BY_TAGS_PATH, SMART_SEARCH_PATH } from '#resources/protocol/paths/search.ts';
import {
  decodeFoundPage,
  decodeSuggestions,
  type FoundBuilding,
  type FoundPage,
} from '#resources/protocol/search/search-answers.ts';
import { type Tag, tagsQuery, toContext } from './tags.ts';

/** Suggestions for a text while it is typed; each call cancels the one before (RES-02, RES-03). */
export function useSuggestions(text: string, tags: readonly Tag[]) {
  const context = tags.map(toContext);
  return useQuery({
    queryKey: ['residents', 'suggested', text, context],
    queryFn: async ({ signal }) => {
      const body = { search: text, context };
      // An error is shown in the list of suggestions.
      const answer = await request(SMART_SEARCH_PATH, { method: 'POST', body, signal, report: false });
      return decodeSuggestions(answer, text);
    },
    enabled: text !== '',
    retry: false,
    staleTime: 10_000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** Fetches a page of the results for the tags (RES-05). */
async function fetchPage(
  query: string,
  page: number,
  signal: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<FoundPage> {
  const further = page > 1 ? `&page=${page}` : '';
  const path = `${SEARCH_BY_TAGS_PATH}?${query}&page_size=${PAGE.smartSearch}${further}`;
  return ask(path, decodeFoundPage, { signal, headers, report: false });
}

const countUnits = (results: readonly FoundBuilding[]): number =>
  results.reduce((sum, { units }) => sum + units.length, 0);

/** The results of one page or of all pages. */
interface LoadedUnits {
  /** Total number of units. */
  count: number;
  /** Whether `results` holds everything that was found. */
  isComplete: boolean;
  results: readonly FoundBuilding[];
}

/**
 * Fetches the first page. The specification does not say whether the server pages by units or by buildings: by units the other
 * pages are fetched when they are opened, otherwise all pages are fetched now, because only they give the number of units.
 */
async function fetchFirstPage(query: string, signal: AbortSignal): Promise<LoadedUnits> {
  const first = await fetchPage(query, 1, signal);
  const unitCount = countUnits(first.results);
  if (!first.more) return { count: unitCount, isComplete: true, results: first.results };
  if (unitCount === PAGE.smartSearch && first.count > unitCount) return { ...first, isComplete: false };
  const results = await fetchAllPages(query, signal, { first });
  return { count: countUnits(results), isComplete: true, results };
}

/** All pages of results, one after another. @throws RequestError, shown by the caller */
export async function fetchAllPages(
  query: string,
  signal: AbortSignal,
  { first, headers }: { first?: FoundPage; headers?: RequestOptions['headers'] },
): Promise<FoundBuilding[]> {
  let page = first ?? (await fetchPage(query, 1, signal, headers));
  const buildings = new Map<number, FoundBuilding>();
  const unitIds = new Set<number>();
  for (let number = 1; ; number += 1) {
    const countBefore = unitIds.size;
    for (const building of page.results) {
      // A building that continues on the next page is repeated there.
      const units = [
        ...(buildings.get(building.id)?.units ?? []),
        ...building.units.filter(({ id }) => !unitIds.has(id)),
      ];
      buildings.set(building.id, { ...building, units });
      for (const { id } of units) unitIds.add(id);
    }
    // A page without new units is the last one, whatever `more` says.
    if (!page.more || unitIds.size === countBefore) return [...buildings.values()];
    page = await fetchPage(query, number + 1, signal, headers);
  }
}

/** The units of one table page, cut out of the server's results; buildings without units there are left out. */
export function sliceResults(results: readonly FoundBuilding[], from: number, size: number): FoundBuilding[] {
  let offset = 0;
  return results.flatMap((building) => {
    const start = offset;
    offset += building.units.length;
    const units = building.units.slice(Math.max(0, from - start), Math.max(0, from + size - start));
    return units.length ? [{ ...building, units }] : [];
  });
}

/** Failures of a search (RES-09, RES-10). */
export type SearchFailure = 'no-building' | 'failed';

const toSearchFailure = (error: unknown): SearchFailure =>
  error instanceof RequestError && error.status === 404 ? 'no-building' : 'failed';

/** Fetches a page of the table: buildings with their units, and the total number of units. */
export function useFoundUnits(tags: readonly Tag[], page: number, size: number) {
  const query = tagsQuery(tags);
  const offset = (page - 1) * size;
  const serverPage = Math.floor(offset / PAGE.smartSearch) + 1;
  const enabled = tags.length > 0;
  const firstQuery = useQuery({
    queryKey: ['residents', 'found', query, 'begun'],
    queryFn: ({ signal }) => fetchFirstPage(query, signal),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const isFurtherPage = serverPage > 1 && firstQuery.data?.isComplete !== true;
  const furtherQuery = useQuery({
    queryKey: ['residents', 'found', query, 'page', serverPage],
    queryFn: async ({ signal }): Promise<LoadedUnits> => ({
      ...(await fetchPage(query, serverPage, signal)),
      isComplete: false,
    }),
    enabled: enabled && isFurtherPage && firstQuery.data !== undefined,
    retry: false,
    placeholderData: (shown) => shown ?? firstQuery.data,
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = isFurtherPage ? furtherQuery : firstQuery;
  // The total has changed since the first page was fetched.
  const { refetch: refetchFirst } = firstQuery;
  const isOutdated =
    isFurtherPage &&
    furtherQuery.data &&
    !furtherQuery.isPlaceholderData &&
    furtherQuery.data.count !== firstQuery.data?.count;
  useEffect(() => {
    if (isOutdated) void refetchFirst();
  }, [isOutdated, refetchFirst]);
  const answer = enabled && data && !error ? data : null;
  return {
    count: answer?.count ?? 0,
    buildings: answer
      ? sliceResults(answer.results, data?.isComplete ? offset : offset % PAGE.smartSearch, size)
      : null,
    failure: error && enabled ? toSearchFailure(error) : null,
    isFetching,
    isStale: isPlaceholderData,
    refetch,
  };
}
