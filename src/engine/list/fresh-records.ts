import { type Query, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deliveredSoFar, useLatestNotice } from '#console/data/notices.ts';

/** How many notifications there had been when the beginning of a list was last asked for; `came`: and when it came. */
interface Moment {
  asked: number;
  came?: number;
}
const moments = new WeakMap<Query, Moment>();

/** Notes when a list is fetched from its beginning; a further page tells nothing of what stands above it. */
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

/**
 * Whether somebody has added records since the list was fetched from its beginning, as the notifications say, also while
 * it was not looked at: a list that is being read must not jump by itself. Call it before the query itself.
 * @param queryKey of the list
 */
export function useFreshRecords(type: string, queryKey: readonly unknown[]): boolean {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const latest = useLatestNotice(type);
  useEffect(() => cache.subscribe(note), [cache]);
  const query = cache.find({ queryKey });
  const came = query && moments.get(query)?.came;
  return came !== undefined && latest > came;
}
