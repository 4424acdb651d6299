import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentTime } from '#resources/clock.ts';
import { handleNoAnswer } from './online.ts';
import { RequestError } from './request-error.ts';

/** Age above which data is refetched when the window gets the focus or the connection returns, ms. */
const FRESH_MS = 10_000;

const isStale = ({ state }: Pick<Query, 'state'>): boolean => currentTime() - state.dataUpdatedAt > FRESH_MS;

/**
 * Creates the query cache. A failed call is reported once and not retried. A mutation without a network fails at once: queued, it
 * would run unexpectedly later, and twice if the person had tried again.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof RequestError && error.status === 0) handleNoAnswer();
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: isStale },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * Refetches the data of mounted queries, since changes are missed while the connection is down; data that fills a form is
 * excluded.
 */
export function refetchShownData(queryClient: QueryClient): void {
  const isRefreshed = (query: Query) =>
    isStale(query) && query.observers.some(({ options }) => options.refetchOnWindowFocus !== false);
  void queryClient.refetchQueries({ type: 'active', predicate: isRefreshed });
}
