import { type InfiniteData, type Query, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { deliveredSoFar, useLatestNotice } from '#console/data/live/notices.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Numbers of notifications delivered when the beginning of a list was last asked for; `came`: when it was last asked for and answered. */
interface Moment {
  asked: number;
  came?: number;
  /** The same when its beginning was last checked; `found`: at the last check that found something new. */
  looked?: number;
  found?: number;
}
const moments = new WeakMap<Query, Moment>();

/** Notes when a list is fetched from its beginning; a further page tells nothing of the records above it. */
function note(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { action, query } = event;
  if (action.type === 'fetch' && !action.meta?.fetchMore?.direction) {
    moments.set(query, { ...moments.get(query), asked: deliveredSoFar() });
  }
  if (action.type === 'success' && !action.manual && !query.state.fetchMeta?.fetchMore?.direction) {
    const moment = moments.get(query);
    if (moment) moments.set(query, { ...moment, came: moment.asked });
  }
}

/** Asks which records the list, or its beginning, has now. */
type Glance = (signal: AbortSignal) => Promise<readonly Identifier[]>;

/** Type of the notifications that tell of new records of a section. */
export const newRecordNotice = ({ name, notices }: Resource): string => notices?.create?.type ?? name;

/**
 * Whether records were added by others since the list was fetched from its beginning, as the notifications say, also while
 * it was not looked at: a list that is being read must not jump by itself. Call it before the query itself.
 *
 * A notification says nothing of where its record lies. In a list of everything that is open to the person it is shown
 * wherever it lies, so that nothing is asked. Only a list that is narrowed is looked at, once for all
 * notifications of a few seconds, while the page is visible, and no more once there is something to offer.
 * @param type of the notifications that tell of new records
 * @param queryKey of the list
 * @param glance how to look; null where every record is shown
 */
export function useHasNewRecords(type: string, queryKey: readonly unknown[], glance: Glance | null): boolean {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const latest = useLatestNotice(type);
  useEffect(() => cache.subscribe(note), [cache]);
  const query = cache.find({ queryKey });
  const { came, looked = 0, found = 0 } = (query && moments.get(query)) ?? {};
  const isTold = came !== undefined && latest > came;
  const isFound = came !== undefined && found > came;
  useGlance(isTold && !isFound && latest > looked ? query : undefined, glance);
  return glance ? isFound : isTold;
}

/** Milliseconds from a notification to the look: others may follow, and not all consoles are to ask at one moment. */
const pause = () => 1_500 * (1 + Math.random());

/** Looks at the beginning of a list, soon, and writes down what was found. */
function useGlance(query: Query | undefined, glance: Glance | null): void {
  const [turn, next] = useReducer((turn: number) => turn + 1, 0);
  const look = useRef(glance);
  look.current = glance;
  const hasGlance = glance !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifications that came during a look are looked for in another turn
  useEffect(() => {
    if (!query || !hasGlance) return;
    const ended = new AbortController();
    const { signal } = ended;
    const begin = async () => {
      const now = deliveredSoFar();
      const isNew = await standsNew(query, look.current, signal);
      const moment = moments.get(query);
      if (signal.aborted || !moment) return;
      moments.set(query, { ...moment, looked: now, ...(isNew ? { found: now } : {}) });
      next();
    };
    const timer = setTimeout(() => whenVisible(() => void begin(), signal), pause());
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [query, hasGlance, turn]);
}

/** Whether one of the records that a look finds is none of those that are there. */
async function standsNew(query: Query, glance: Glance | null, signal: AbortSignal): Promise<boolean> {
  try {
    const newest = (await glance?.(signal)) ?? [];
    const known = new Set(queryRecords(query).map(({ id }) => id));
    return newest.some((id) => !known.has(id));
  } catch (error) {
    if (signal.aborted) return false;
    // A record that could not be checked is offered: better once in vain than hidden.
    if (error instanceof RequestError) return true;
    throw error;
  }
}

type Page = { data: readonly RaRecord[] };

/** The records of a list that came page by page, or as a whole. */
function queryRecords(query: Query): readonly RaRecord[] {
  const cachedData = (query.state.data ?? { data: [] }) as InfiniteData<Page> | Page;
  return 'pages' in cachedData ? cachedData.pages.flatMap(({ data }) => data) : cachedData.data;
}

/** Calls back once the page is visible, at once if it is. */
function whenVisible(callback: () => void, signal: AbortSignal): void {
  const isVisible = () => document.visibilityState !== 'hidden';
  if (isVisible()) {
    callback();
    return;
  }
  const change = () => {
    if (!isVisible()) return;
    document.removeEventListener('visibilitychange', change);
    callback();
  };
  document.addEventListener('visibilitychange', change, { signal });
}
