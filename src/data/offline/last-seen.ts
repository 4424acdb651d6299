import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';
import { currentTime } from '#resources/clock.ts';
import { onSessionChange, session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { LAST_SEEN } from './last-seen-store.ts';

/**
 * The query data that pages showed last, stored in IndexedDB, so that a console opened without a network can show it, marked as
 * offline. Only of the signed-in person, and deleted with the session; API calls never pass through the service worker.
 */
interface StoredQueries {
  /** Id of the person. */
  user: string;
  /** Time of storing, ms since 1970. */
  at: number;
  queries: ReturnType<typeof dehydrate>['queries'];
}

const KEY = 'seen';
/** Minimum interval between two writes, ms. */
const WRITE_INTERVAL_MS = 10_000;
/** Age at which stored data is ignored, ms. */
const MAX_AGE_MS = 7 * 86_400_000;
/** Maximum size of all stored data, characters of JSON; the most recent queries are stored first. */
const MAX_LENGTH = 4_000_000;

const database = () => createStore(LAST_SEEN.database, LAST_SEEN.store);

/** Ignores missing space, a missing database and denied access. */
async function ignoreStorageErrors<Value>(action: () => Promise<Value>): Promise<Value | null> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}

/** Query keys that are not stored: rights, messages, personal data, and the journal. */
const EXCLUDED_KEYS: ReadonlySet<unknown> = new Set([
  'auth',
  'notices',
  'chat-last',
  'chat-messages',
  'personal-data',
  'journal',
]);

const isStorable = ({ state, queryKey }: Query): boolean =>
  state.status === 'success' &&
  state.data !== undefined &&
  !EXCLUDED_KEYS.has(queryKey[0]) &&
  queryKey[1] !== 'history';

/** The queries that fit into the limit, most recent first. */
function selectQueries(queryClient: QueryClient): StoredQueries['queries'] {
  const storableQueries = dehydrate(queryClient, {
    shouldDehydrateQuery: isStorable,
    shouldDehydrateMutation: () => false,
  }).queries;
  storableQueries.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  let remainingLength = MAX_LENGTH;
  return storableQueries.flatMap(({ queryKey, queryHash, state, dehydratedAt, queryType }) => {
    remainingLength -= JSON.stringify(state.data).length;
    return remainingLength < 0
      ? []
      : [{ queryKey, queryHash, state, dehydratedAt, ...(queryType ? { queryType } : {}) }];
  });
}

/** Stores the current query data. */
async function storeQueries(queryClient: QueryClient): Promise<void> {
  const user = session.userId.get();
  if (user === null || session.token.get() === null || viewedAs()) return;
  const stored: StoredQueries = { user, at: currentTime(), queries: selectQueries(queryClient) };
  await ignoreStorageErrors(() => set(KEY, stored, database()));
}

/**
 * Stores query data whenever it changes; signing out deletes it.
 * @returns how to stop
 */
export function storeLastSeen(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const storeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    void storeQueries(queryClient);
  };
  const storeSoon = () => {
    timer ??= setTimeout(storeNow, WRITE_INTERVAL_MS);
  };
  const storeWhenHidden = () => {
    if (document.visibilityState === 'hidden') storeNow();
  };
  const stopQueries = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') storeSoon();
  });
  const stopSession = onSessionChange(() => {
    if (session.token.get() === null) void ignoreStorageErrors(() => del(KEY, database()));
  });
  document.addEventListener('visibilitychange', storeWhenHidden);
  storeSoon();
  return () => {
    clearTimeout(timer);
    stopQueries();
    stopSession();
    document.removeEventListener('visibilitychange', storeWhenHidden);
  };
}

/** Fills missing entries of the query cache with the stored data, for use while offline. */
export async function restoreLastSeen(queryClient: QueryClient): Promise<void> {
  const stored = await ignoreStorageErrors(() => get<StoredQueries>(KEY, database()));
  if (!stored || stored.user !== session.userId.get() || currentTime() - stored.at > MAX_AGE_MS || viewedAs()) return;
  const missing = stored.queries.filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined);
  hydrate(
    queryClient,
    { queries: missing, mutations: [] },
    { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } },
  );
}
