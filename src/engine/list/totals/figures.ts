import type { Query, QueryClient } from '@tanstack/react-query';
import { currentTime } from '#resources/clock.ts';

/** Second part of the query keys of a list's totals. */
export const TOTALS = 'getTotals';
/** Second part of the query key of a list's groups, which replace its rows where all groups are closed. */
export const GROUPS = 'getGroups';

/** Query keys of figures over all records of a section; counting a large one takes the server seconds. */
const FIGURE_KEYS: readonly unknown[] = [TOTALS, GROUPS];

const isFigure = ({ queryKey }: Query): boolean => FIGURE_KEYS.includes(queryKey[1]);

let isSkippingFigures = false;

/** Whether rows are being refetched without their figures, which follow later. */
export const areFiguresSkipped = (): boolean => isSkippingFigures;

/** Refetches everything of a section except its figures. */
export async function refreshWithoutFigures(queryClient: QueryClient, name: string): Promise<void> {
  // The flag is only needed synchronously, because the fetches start before `invalidateQueries` returns.
  isSkippingFigures = true;
  const refreshed = queryClient.invalidateQueries({ queryKey: [name], predicate: (query) => !isFigure(query) });
  isSkippingFigures = false;
  await refreshed;
}

/** Refetches the figures of a section. */
export const refreshFigures = (queryClient: QueryClient, name: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [name], predicate: isFigure });

/** Time when the visible figures of a section were counted, ms since 1970; null if none are visible. */
export function figuresCountedAt(queryClient: QueryClient, name: string): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ queryKey: [name], predicate: isFigure, type: 'active' })
    .map(({ state }) =>
      state.fetchStatus === 'fetching' ? currentTime() : Math.max(state.dataUpdatedAt, state.errorUpdatedAt),
    );
  return times.length ? Math.max(...times) : null;
}
