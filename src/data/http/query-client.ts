import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentTime } from '#resources/clock.ts';
import { noAnswer } from './online.ts';
import { RequestError } from './request-error.ts';

/** Data older than this is fetched anew when a person comes back to the page, or the connection to the server does, ms. */
const FRESH = 10_000;

const isOld = ({ state }: Pick<Query, 'state'>): boolean => currentTime() - state.dataUpdatedAt > FRESH;

/**
 * The cache of the server's answers. A failed call is reported once and not repeated. A save without a network fails at once: queued,
 * it would go out when it is not expected any more, and twice if the person had tried again.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof RequestError && error.status === 0) noAnswer();
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: isOld },
      mutations: { networkMode: 'always' },
    },
  });

/** Fetches shown data anew, since no change arrives while the connection is down; data that fills a form is left alone. */
export function refreshShown(queryClient: QueryClient): void {
  const isRefreshed = (query: Query) =>
    isOld(query) && query.observers.some(({ options }) => options.refetchOnWindowFocus !== false);
  void queryClient.refetchQueries({ type: 'active', predicate: isRefreshed });
}
