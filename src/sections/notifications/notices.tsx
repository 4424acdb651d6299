import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { BUILDINGS_KEY } from '#console/data/buildings/buildings.ts';
import { chatTally, onChatTally } from '#console/data/chat/tally.ts';
import { handleNoAnswer } from '#console/data/http/online.ts';
import { refetchShownData } from '#console/data/http/query-client.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { type LiveConnection, type LiveState, openLive } from '#console/data/live/live.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import type { Notice } from '#console/data/live/notice.ts';
import {
  loadNotices,
  markNoticesRead,
  NOTICE_PAGES_KEY,
  NOTICES_KEY,
  setUnread,
  UNREAD_KEY,
} from '#console/data/live/notice-centre.ts';
import { deliver } from '#console/data/live/notices.ts';
import { startPushLate } from '#console/data/push/late-push.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { refreshPermissions } from '#console/data/session/permissions.ts';
import { session } from '#console/data/session/session.ts';
import { playSound } from '#console/ui/states/sound.ts';
import { UNREAD_MAX } from '#resources/protocol/notice-bounds.ts';
import { ConnectionNotice } from './connection.tsx';
import { NoticeStack } from './stack.tsx';

/** How long the lock is held, ms: the other tabs get the same notification within a second. */
const LOCK_HOLD_MS = 5_000;

/**
 * Plays the sound of a notification in only one of the open tabs (NOTIF-19): the one that gets the lock first. Without the Web
 * Locks API (a page without https) every tab plays it.
 */
export function soundInOneTab(id: string): void {
  if (!navigator.locks) {
    playSound();
    return;
  }
  void navigator.locks.request(`sound of notification ${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    playSound();
    await new Promise((resolve) => setTimeout(resolve, LOCK_HOLD_MS));
  });
}

/** Pause before the unread count is loaded, ms: reads close together cause one call. */
const REFETCH_DELAY_MS = 1_000;

/**
 * Maintains the number of unread notifications, if the server has it. Arriving notifications are counted here, because all
 * consoles get them at once and must not all refetch at once.
 */
function useUnreadNumber(): void {
  const queryClient = useQueryClient();
  const hasNotices = useServerFeature('notices');
  const { data } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: async ({ signal }) => (await loadNotices(null, signal)).unread,
    enabled: hasNotices,
    retry: false,
  });
  useEffect(() => setUnread(data ?? 0), [data]);
  useEffect(() => {
    if (!hasNotices) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetchSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
      }, REFETCH_DELAY_MS);
    };
    const handleArrival = () => {
      // The response in flight may not include it.
      if (queryClient.isFetching({ queryKey: UNREAD_KEY }) > 0) refetchSoon();
      else
        queryClient.setQueryData<number>(UNREAD_KEY, (known) =>
          known === undefined ? known : Math.min(known + 1, UNREAD_MAX),
        );
      void queryClient.invalidateQueries({ queryKey: NOTICE_PAGES_KEY });
    };
    let { unread } = chatTally();
    // Messages read in the chat are read here too.
    const handleChatChange = () => {
      const newUnread = chatTally().unread;
      if (newUnread < unread) refetchSoon();
      unread = newUnread;
    };
    let isBack = false;
    // While the connection was lost nothing was counted.
    const handleReconnect = () => {
      if (isBack) refetchSoon();
      isBack = true;
    };
    const unsubscribers = [
      onFrame('notification', handleArrival),
      onConnectionOpen(handleReconnect),
      onChatTally(handleChatChange),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of unsubscribers) stop();
    };
  }, [hasNotices, queryClient]);
}

function receive(notice: Notice): void {
  if (deliver(notice)) soundInOneTab(notice.id);
}

/**
 * Refetches levels and buildings; the global alert shows errors.
 * @param isCertain false refetches the buildings only if the levels have changed
 */
async function refreshRights(queryClient: QueryClient, isCertain: boolean): Promise<void> {
  const levelsBefore = JSON.stringify(session.permissions.get());
  try {
    await refreshPermissions();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  const hasChanged = JSON.stringify(session.permissions.get()) !== levelsBefore;
  if (!isCertain && !hasChanged) return;
  // React Query keeps the same object for an unchanged list of buildings, so identity tells whether it changed.
  const buildings = queryClient.getQueryData(BUILDINGS_KEY);
  await queryClient.invalidateQueries({ queryKey: BUILDINGS_KEY });
  const refetchesAll = hasChanged || queryClient.getQueryData(BUILDINGS_KEY) !== buildings;
  // Level and services decide which requests are visible, so those are always refetched. With other levels, buildings or
  // entrances everything on screen is refetched, except the record of a form that is being edited.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, , params] }) =>
      name === 'auth' ||
      name === 'tasks' ||
      (refetchesAll && name !== 'buildings' && !(params as { meta?: { form?: true } })?.meta?.form),
  });
}

/** Refetches everything on screen after a reconnect. */
function useRefreshAfterReconnect(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let isBack = false;
    return onConnectionOpen(() => {
      if (isBack) refetchShownData(queryClient);
      isBack = true;
    });
  }, [queryClient]);
}

/** Notifications of the signed-in person: opens both channels and shows what arrives (NOTIF-02, G-55). */
export default function Notices() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const liveConnection = useRef<LiveConnection | null>(null);
  const hasLiveConnection = useServerFeature('live');
  useEffect(() => {
    if (!hasLiveConnection) return;
    const onAccessChanged = (sure: boolean) => void refreshRights(queryClient, sure);
    const opened = openLive({ onNotice: receive, onState: setState, onAccessChanged });
    liveConnection.current = opened;
    return opened.close;
  }, [queryClient, hasLiveConnection]);
  useUnreadNumber();
  useRefreshAfterReconnect();
  const navigate = useNavigate();
  const latestNavigate = useRef(navigate);
  latestNavigate.current = navigate;
  useEffect(() => startPushLate(receive, (address) => void latestNavigate.current(address)), []);
  const hasNotices = useServerFeature('notices');
  /** Opening a toast marks it as read. */
  const onOpened = (id: string) => {
    if (!hasNotices || !/^\d+$/.test(id)) return;
    const done = () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
    markNoticesRead({ ids: [Number(id)] }).then(done, handleNoAnswer);
  };
  return (
    <NoticeStack
      onOpened={onOpened}
      below={<ConnectionNotice state={state} onRetry={() => liveConnection.current?.retry()} />}
    />
  );
}
