import { type InfiniteData, type Query, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { deliveredCount, useLatestNotice } from '#console/data/live/notices.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Events of a list, each as the number of notifications delivered up to then. */
interface NotificationCounts {
  /** Last request for the first page. */
  requested: number;
  /** Last request for the first page that was answered. */
  loaded?: number;
  /** Last check for records that the list does not contain. */
  checked?: number;
  /** Last check that found such a record. */
  foundNew?: number;
}
const countsByQuery = new WeakMap<Query, NotificationCounts>();

/** Records when a list is fetched from its beginning; a further page says nothing about new records at the top. */
function recordFetch(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { action, query } = event;
  if (action.type === 'fetch' && !action.meta?.fetchMore?.direction) {
    countsByQuery.set(query, { ...countsByQuery.get(query), requested: deliveredCount() });
  }
  if (action.type === 'success' && !action.manual && !query.state.fetchMeta?.fetchMore?.direction) {
    const counts = countsByQuery.get(query);
    if (counts) countsByQuery.set(query, { ...counts, loaded: counts.requested });
  }
}

/** Fetches the ids of the first records that the list would have now. */
type FetchFirstIds = (signal: AbortSignal) => Promise<readonly Identifier[]>;

/** Type of the notifications about new records of a section. */
export const newRecordNoticeType = ({ name, notices }: Resource): string => notices?.create?.type ?? name;

/**
 * Whether others have added records since the list was fetched from its beginning, according to notifications. New records are
 * only offered, because a list that is being read must not jump. Must be called before the list query. A notification does not
 * name the building of its record. A list of all accessible buildings contains the record in any case, so no request is needed. A
 * narrowed list is checked once for all notifications of a few seconds, while the page is visible, until something was found.
 * @param type type of the notifications about new records
 * @param queryKey query key of the list
 * @param fetchFirstIds fetches the first ids; null where every record is shown
 */
export function useHasNewRecords(
  type: string,
  queryKey: readonly unknown[],
  fetchFirstIds: FetchFirstIds | null,
): boolean {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const latest = useLatestNotice(type);
  useEffect(() => cache.subscribe(recordFetch), [cache]);
  const query = cache.find({ queryKey });
  const { loaded, checked = 0, foundNew = 0 } = (query && countsByQuery.get(query)) ?? {};
  const isNotified = loaded !== undefined && latest > loaded;
  const isFound = loaded !== undefined && foundNew > loaded;
  useCheckForNew(isNotified && !isFound && latest > checked ? query : undefined, fetchFirstIds);
  return fetchFirstIds ? isFound : isNotified;
}

/** Delay before the check, ms: collects further notifications, and is random so that not all consoles ask at once. */
const randomDelayMs = () => 1_500 * (1 + Math.random());

/** Checks the beginning of a list after a delay and records the result. */
function useCheckForNew(query: Query | undefined, fetchFirstIds: FetchFirstIds | null): void {
  const [checkRound, nextRound] = useReducer((checkRound: number) => checkRound + 1, 0);
  const fetchRef = useRef(fetchFirstIds);
  fetchRef.current = fetchFirstIds;
  const canCheck = fetchFirstIds !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `checkRound` starts another check for later notifications
  useEffect(() => {
    if (!query || !canCheck) return;
    const controller = new AbortController();
    const { signal } = controller;
    const check = async () => {
      const delivered = deliveredCount();
      const isNew = await hasNewRecord(query, fetchRef.current, signal);
      const counts = countsByQuery.get(query);
      if (signal.aborted || !counts) return;
      countsByQuery.set(query, { ...counts, checked: delivered, ...(isNew ? { foundNew: delivered } : {}) });
      nextRound();
    };
    const timer = setTimeout(() => whenVisible(() => void check(), signal), randomDelayMs());
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, canCheck, checkRound]);
}

/** Whether the check finds a record that the list does not contain. */
async function hasNewRecord(query: Query, fetchFirstIds: FetchFirstIds | null, signal: AbortSignal): Promise<boolean> {
  try {
    const newest = (await fetchFirstIds?.(signal)) ?? [];
    const knownIds = new Set(queryRecords(query).map(({ id }) => id));
    return newest.some((id) => !knownIds.has(id));
  } catch (error) {
    if (signal.aborted) return false;
    // A failed check counts as new records: a needless offer is better than records that stay hidden.
    if (error instanceof RequestError) return true;
    throw error;
  }
}

type Page = { data: readonly RaRecord[] };

/** The cached records of a paged or whole list. */
function queryRecords(query: Query): readonly RaRecord[] {
  const cachedData = (query.state.data ?? { data: [] }) as InfiniteData<Page> | Page;
  return 'pages' in cachedData ? cachedData.pages.flatMap(({ data }) => data) : cachedData.data;
}

/** Calls back when the page is visible, at once if it already is. */
function whenVisible(callback: () => void, signal: AbortSignal): void {
  const isVisible = () => document.visibilityState !== 'hidden';
  if (isVisible()) {
    callback();
    return;
  }
  const onChange = () => {
    if (!isVisible()) return;
    document.removeEventListener('visibilitychange', onChange);
    callback();
  };
  document.addEventListener('visibilitychange', onChange, { signal });
}
