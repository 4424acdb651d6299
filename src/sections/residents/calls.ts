import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { PAGE } from '#resources/limits.ts';
import type { FoundBuilding, FoundUnit, SearchPage, SmartSearchAnswer } from '#resources/protocol/search.ts';
import { asContext, type Tag, tagsQuery } from './tags.ts';

const SEARCH = '/api/crm/search/';

/** What is offered for a text while it is typed; an earlier call is cancelled by the next one (RES-02, RES-03). */
export function useSuggestions(text: string, tags: readonly Tag[]) {
  const context = tags.map(asContext);
  return useQuery({
    queryKey: ['residents', 'suggested', text, context],
    queryFn: async ({ signal }) => {
      const body = { search: text, context };
      // A failure is told where the suggestions stand.
      const answer = await request(`${SEARCH}smart_search/`, { method: 'POST', body, signal, report: false });
      return unwrap(answer) as SmartSearchAnswer;
    },
    enabled: text !== '',
    retry: false,
    staleTime: 10_000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** A page of what the tags find, as the server pages it: by 100 units (RES-05). */
export async function findUnits(query: string, page: number, signal?: AbortSignal, size: number = PAGE.smartSearch) {
  const further = page > 1 ? `&page=${page}` : '';
  const path = `${SEARCH}smart_search_by_tags/?${query}&page_size=${size}${further}`;
  return unwrap(await request(path, { signal, report: false })) as SearchPage;
}

/** A house with those of its units that stand on a page. */
export type ShownBuilding = Omit<FoundBuilding, 'units'> & { units: readonly FoundUnit[] };

/** The part of a server's page that stands on a page of the table; houses without a unit there are left out. */
export function partOf(results: readonly FoundBuilding[], from: number, size: number): ShownBuilding[] {
  let at = 0;
  return results.flatMap((building) => {
    const begins = at;
    at += building.units.length;
    const units = building.units.slice(Math.max(0, from - begins), Math.max(0, from + size - begins));
    return units.length ? [{ ...building, units }] : [];
  });
}

/** What went wrong with a search (RES-09, RES-10). */
export type Trouble = 'no-building' | 'failed';

const troubleOf = (error: unknown): Trouble =>
  error instanceof RequestError && error.status === 404 ? 'no-building' : 'failed';

/** A page of the table: houses with their units, and how many units there are in all. */
export function useFound(tags: readonly Tag[], page: number, size: number) {
  const query = tagsQuery(tags);
  const first = (page - 1) * size;
  const wanted = Math.floor(first / PAGE.smartSearch) + 1;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['residents', 'found', query, wanted],
    queryFn: ({ signal }) => findUnits(query, wanted, signal),
    enabled: tags.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const found = tags.length > 0 && data && !error ? data : null;
  return {
    count: found?.count ?? 0,
    buildings: found ? partOf(found.results, first % PAGE.smartSearch, size) : null,
    trouble: error && tags.length > 0 ? troubleOf(error) : null,
    isFetching,
    isOld: isPlaceholderData,
    refetch,
  };
}
