import type { QueryClient } from '@tanstack/react-query';

/** Keys in the query cache. */
export const COUNTS_KEY = ['tasks', 'count'] as const;
export const detailsKey = (id?: number) => (id === undefined ? ['tasks', 'one'] : ['tasks', 'one', id]);

/**
 * Asks for something anew: what is on its way is given up, the very first call too, which the cache by itself would wait for
 * and take as true (TASK-03).
 */
export async function refetchRequests(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
