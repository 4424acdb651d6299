import type { Query, QueryClient } from '@tanstack/react-query';
import { currentTime } from '#resources/clock.ts';

/** Second part of the keys of the totals of a list. */
export const TOTALS = 'getTotals';
/** Second part of the key of the groups of a list, which stand for its rows where all of them are closed. */
export const GROUPS = 'getGroups';

/** Figures over all records of a section; counting takes the server seconds in a large one. */
const FIGURES: readonly unknown[] = [TOTALS, GROUPS];

const isFigure = ({ queryKey }: Query): boolean => FIGURES.includes(queryKey[1]);

let isWithoutFigures = false;

/** Whether rows are being asked for anew whose figures follow later. */
export const areFiguresLeft = (): boolean => isWithoutFigures;

/** Asks for everything of a section anew but its figures. */
export async function refreshWithoutFigures(queryClient: QueryClient, name: string): Promise<void> {
  // The calls begin before this returns.
  isWithoutFigures = true;
  const refreshed = queryClient.invalidateQueries({ queryKey: [name], predicate: (query) => !isFigure(query) });
  isWithoutFigures = false;
  await refreshed;
}

/** Asks for the figures of a section anew. */
export const refreshFigures = (queryClient: QueryClient, name: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [name], predicate: isFigure });

/** When the figures that are shown of a section were counted, ms since 1970; null where none are shown. */
export function figuresTime(queryClient: QueryClient, name: string): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ queryKey: [name], predicate: isFigure, type: 'active' })
    .map(({ state }) =>
      state.fetchStatus === 'fetching' ? currentTime() : Math.max(state.dataUpdatedAt, state.errorUpdatedAt),
    );
  return times.length ? Math.max(...times) : null;
}
