import { QueryCache, QueryClient } from '@tanstack/react-query';
import { noAnswer } from './online.ts';
import { RequestError } from './request-error.ts';

/**
 * What keeps the answers of the server. Failed calls are reported once and not repeated by themselves; what is on screen is not
 * asked again on every focus. What cannot be saved without a network fails at once: kept back, it would be sent when nobody
 * thinks of it any more, and a second time by whoever tried again.
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
