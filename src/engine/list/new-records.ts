import { type InfiniteData, type Query, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { deliveredCount, useLatestNotice } from '#console/data/live/notices.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Moments of a list, each as the number of notifications delivered by then. */
interface Moment {
  /** The first page was last asked for. */
  asked: number;
  /** The last request for the first page that was answered. */
  loaded?: number;
  /** The first page was last checked for records that the list does not hold. */
  checked?: number;
  /** The last check that found such a record. */
  foundNew?: number;
}
const moments = new WeakMap<Query, Moment>();

/** Notes when a list is fetched from its beginning; a further page tells nothing of the records above it. */
function note(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { action, query } = event;
  if (action.type === 'fetch' && !action.meta?.fetchMore?.direction) {
    moments.set(query, { ...moments.get(query), asked: deliveredCount() });
  }
  if (action.type === 'success' && !action.manual && !query.state.fetchMeta?.fetchMore?.direction) {
    const moment = moments.get(query);
    if (moment) moments.set(query, { ...moment, loaded: moment.asked });
  }
}

/** Asks which records the list, or its beginning, has now. */
type Glance = (signal: AbortSignal) => Promise<readonly Identifier[]>;

/** Type of the notifications that tell of new records of a section. */
export const newRecordNoticeType = ({ name, notices }: Resource): string => notices?.create?.type ?? name;

/**
 * Whether records were added by others since the list was fetched from its beginning, as the notifications say, also while
 * it was not looked at: a list that is being read must not jump by itself. Call it before the query itself.
 *
 * A notification does not say which building its record is in. A list of everything that is open to the person shows the record in
 * any case, so the server need not be asked. Only a narrowed list is checked, once for all notifications of a few seconds, while the
 * page is visible, and no more once there is something to offer.
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
  const { loaded, checked = 0, foundNew = 0 } = (query && moments.get(query)) ?? {};
  const isTold = loaded !== undefined && latest > loaded;
  const isFound = loaded !== undefined && foundNew > loaded;
  useGlance(isTold && !isFound && latest > checked ? query : undefined, glance);
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
      const now = deliveredCount();
      const isNew = await standsNew(query, look.current, signal);
      const moment = moments.get(query);
      if (signal.aborted || !moment) return;
      moments.set(query, { ...moment, checked: now, ...(isNew ? { foundNew: now } : {}) });
      next();
    };
    const timer = setTimeout(() => whenVisible(() => void begin(), signal), pause());
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [query, hasGlance, turn]);
}

/** Whether the check finds a record that the list does not hold. */
async function standsNew(query: Query, glance: Glance | null, signal: AbortSignal): Promise<boolean> {
  try {
    const newest = (await glance?.(signal)) ?? [];
    const known = new Set(queryRecords(query).map(({ id }) => id));
    return newest.some((id) => !known.has(id));
  } catch (error) {
    if (signal.aborted) return false;
    // A failed check counts as new records: better an offer in vain than records that stay hidden.
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
