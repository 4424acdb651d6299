import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { BUILDINGS_KEY } from '#console/data/buildings/buildings.ts';
import { chatTally, onChatTally } from '#console/data/chat/tally.ts';
import { noAnswer } from '#console/data/http/online.ts';
import { refreshShown } from '#console/data/http/query-client.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { type LiveLine, type LiveState, openLive } from '#console/data/live/live.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import type { Notice } from '#console/data/live/notice.ts';
import {
  loadNotices,
  markRead,
  NOTICE_PAGES_KEY,
  NOTICES_KEY,
  setUnread,
  UNREAD_KEY,
} from '#console/data/live/notice-centre.ts';
import { deliver } from '#console/data/live/notices.ts';
import { startPushLate } from '#console/data/push/late-push.ts';
import { useAddition } from '#console/data/session/features.ts';
import { refreshPermissions } from '#console/data/session/permissions.ts';
import { session } from '#console/data/session/session.ts';
import { playSound } from '#console/ui/states/sound.ts';
import { UNREAD_MOST } from '#resources/protocol/notice-bounds.ts';
import { Connection } from './connection.tsx';
import { NoticeStack } from './stack.tsx';

/** How long the others are kept from sounding, ms: they hear of the same notification within a second. */
const HELD = 5_000;

/**
 * Sounds for a notification in one of the open tabs (NOTIF-19): whichever takes its lock first. Where the browser has no
 * locks (a page without https) every tab sounds.
 */
export function soundInOneTab(id: string): void {
  if (!navigator.locks) {
    playSound();
    return;
  }
  void navigator.locks.request(`sound of notification ${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    playSound();
    await new Promise((resolve) => setTimeout(resolve, HELD));
  });
}

/** Pause before the unread count is loaded, ms: reads close together cause one call. */
const TOGETHER = 1_000;

/**
 * Keeps the number of unread notifications, where the server has it. What arrives is counted here: all consoles are told at once,
 * and must not all ask at once.
 */
function useUnreadNumber(): void {
  const queryClient = useQueryClient();
  const hasNotices = useAddition('notices');
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
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
      }, TOGETHER);
    };
    const arrived = () => {
      // The answer that is on its way may not have it.
      if (queryClient.isFetching({ queryKey: UNREAD_KEY }) > 0) soon();
      else
        queryClient.setQueryData<number>(UNREAD_KEY, (known) =>
          known === undefined ? known : Math.min(known + 1, UNREAD_MOST),
        );
      void queryClient.invalidateQueries({ queryKey: NOTICE_PAGES_KEY });
    };
    let { unread } = chatTally();
    // Messages read in the chat count as read here too.
    const chatChanged = () => {
      const now = chatTally().unread;
      if (now < unread) soon();
      unread = now;
    };
    let isBack = false;
    // Without the connection nothing was counted.
    const reconnected = () => {
      if (isBack) soon();
      isBack = true;
    };
    const stops = [onFrame('notification', arrived), onConnectionOpen(reconnected), onChatTally(chatChanged)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [hasNotices, queryClient]);
}

function receive(notice: Notice): void {
  if (deliver(notice)) soundInOneTab(notice.id);
}

/**
 * Looks levels and buildings up anew. A failed call has been told of by the alert.
 * @param sure false: only where the levels turn out to be others
 */
async function renewRights(queryClient: QueryClient, sure: boolean): Promise<void> {
  const levelsBefore = JSON.stringify(session.permissions.get());
  try {
    await refreshPermissions();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  const hasChanged = JSON.stringify(session.permissions.get()) !== levelsBefore;
  if (!sure && !hasChanged) return;
  // React Query keeps the same object for an unchanged list of buildings, so identity tells whether it changed.
  const buildings = queryClient.getQueryData(BUILDINGS_KEY);
  await queryClient.invalidateQueries({ queryKey: BUILDINGS_KEY });
  const all = hasChanged || queryClient.getQueryData(BUILDINGS_KEY) !== buildings;
  // Level and services decide which requests are seen, wherever they stand. With other levels, buildings or entrances all is
  // asked for anew that is on screen, but the record of a form, which is being typed in.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, , params] }) =>
      name === 'auth' ||
      name === 'tasks' ||
      (all && name !== 'buildings' && !(params as { meta?: { form?: true } })?.meta?.form),
  });
}

/** After the connection was lost all that is shown is asked for anew. */
function useRefreshAfterBreak(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let isBack = false;
    return onConnectionOpen(() => {
      if (isBack) refreshShown(queryClient);
      isBack = true;
    });
  }, [queryClient]);
}

/** Notifications of the signed-in person: opens both channels and shows what comes (NOTIF-02, G-55). */
export default function Notices() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const line = useRef<LiveLine | null>(null);
  const hasLine = useAddition('live');
  useEffect(() => {
    if (!hasLine) return;
    const onAccessChanged = (sure: boolean) => void renewRights(queryClient, sure);
    const opened = openLive({ onNotice: receive, onState: setState, onAccessChanged });
    line.current = opened;
    return opened.close;
  }, [queryClient, hasLine]);
  useUnreadNumber();
  useRefreshAfterBreak();
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => startPushLate(receive, (address) => void go.current(address)), []);
  const hasNotices = useAddition('notices');
  /** Opening a toast marks it as read. */
  const onOpened = (id: string) => {
    if (!hasNotices || !/^\d+$/.test(id)) return;
    const done = () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
    markRead({ ids: [Number(id)] }).then(done, noAnswer);
  };
  return <NoticeStack onOpened={onOpened} below={<Connection state={state} onRetry={() => line.current?.retry()} />} />;
}
