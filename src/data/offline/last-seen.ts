import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';
import { currentTime } from '#resources/clock.ts';
import { onSessionChange, session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { LAST_SEEN } from './last-seen-store.ts';

/**
 * The data that pages showed last, in the browser's own database, so that a console that is opened without a network shows it, marked
 * as such. Of the signed-in person alone, and gone with their session; calls themselves never pass through the service worker.
 */
interface StoredQueries {
  /** Its owner. */
  user: string;
  /** When it was written, ms since 1970. */
  at: number;
  queries: ReturnType<typeof dehydrate>['queries'];
}

const KEY = 'seen';
/** Least time between two notes, ms. */
const PAUSE = 10_000;
/** Age at which it is of no use any more, ms. */
const OLDEST = 7 * 86_400_000;
/** Greatest size of all kept answers, characters of JSON; the latest are kept first. */
const LONGEST = 4_000_000;

const database = () => createStore(LAST_SEEN.database, LAST_SEEN.store);

/** Ignores that the browser has no room or no database, or denies it to this page. */
async function ignoreStorageErrors<Value>(act: () => Promise<Value>): Promise<Value | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}

/** Keys of answers that are not kept: rights, messages, personal data, and the journal. */
const NOT_KEPT: ReadonlySet<unknown> = new Set([
  'auth',
  'notices',
  'chat-last',
  'chat-messages',
  'personal-data',
  'journal',
]);

const isKeepable = ({ state, queryKey }: Query): boolean =>
  state.status === 'success' && state.data !== undefined && !NOT_KEPT.has(queryKey[0]) && queryKey[1] !== 'history';

/** The answers that fit, those asked for last first. */
function fitting(queryClient: QueryClient): StoredQueries['queries'] {
  const all = dehydrate(queryClient, {
    shouldDehydrateQuery: isKeepable,
    shouldDehydrateMutation: () => false,
  }).queries;
  all.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  let room = LONGEST;
  return all.flatMap(({ queryKey, queryHash, state, dehydratedAt, queryType }) => {
    room -= JSON.stringify(state.data).length;
    return room < 0 ? [] : [{ queryKey, queryHash, state, dehydratedAt, ...(queryType ? { queryType } : {}) }];
  });
}

/** Keeps the answers shown now. */
async function note(queryClient: QueryClient): Promise<void> {
  const user = session.userId.get();
  if (user === null || session.token.get() === null || viewedAs()) return;
  const seen: StoredQueries = { user, at: currentTime(), queries: fitting(queryClient) };
  await ignoreStorageErrors(() => set(KEY, seen, database()));
}

/** Keeps what the pages show, while they do; signing out erases it. @returns how to stop */
export function keepLastSeen(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    void note(queryClient);
  };
  const soon = () => {
    timer ??= setTimeout(keep, PAUSE);
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') keep();
  };
  const stopQueries = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') soon();
  });
  const stopSession = onSessionChange(() => {
    if (session.token.get() === null) void ignoreStorageErrors(() => del(KEY, database()));
  });
  document.addEventListener('visibilitychange', hidden);
  soon();
  return () => {
    clearTimeout(timer);
    stopQueries();
    stopSession();
    document.removeEventListener('visibilitychange', hidden);
  };
}

/** Fills the cache with the answers seen last where it has none, for as long as there is no network. */
export async function restoreLastSeen(queryClient: QueryClient): Promise<void> {
  const seen = await ignoreStorageErrors(() => get<StoredQueries>(KEY, database()));
  if (!seen || seen.user !== session.userId.get() || currentTime() - seen.at > OLDEST || viewedAs()) return;
  const missing = seen.queries.filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined);
  hydrate(
    queryClient,
    { queries: missing, mutations: [] },
    { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } },
  );
}
