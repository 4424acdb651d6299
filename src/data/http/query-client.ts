import { QueryCache, QueryClient } from '@tanstack/react-query';
import { noAnswer } from './online.ts';
import { RequestError } from './request-error.ts';

/**
 * The cache of the server's answers. A failed call is reported once and not repeated; focus does not refetch. A save without a
 * network fails at once: queued, it would go out when nobody expects it any more, and twice if somebody had tried again.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof RequestError && error.status === 0) noAnswer();
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always' },
    },
  });
