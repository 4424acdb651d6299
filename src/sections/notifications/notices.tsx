import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { BUILDINGS_KEY } from '#console/data/buildings.ts';
import { useAddition } from '#console/data/features.ts';
import { type LiveLine, type LiveState, openLive } from '#console/data/live.ts';
import type { Notice } from '#console/data/notice.ts';
import { deliver } from '#console/data/notices.ts';
import { refreshPermissions } from '#console/data/permissions.ts';
import { startPush } from '#console/data/push.ts';
import { RequestError } from '#console/data/request-error.ts';
import { session } from '#console/data/session.ts';
import { playSound } from '#console/ui/sound.ts';
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

function receive(notice: Notice): void {
  if (deliver(notice)) soundInOneTab(notice.id);
}

/**
 * Looks levels and buildings up anew. A failed call has been told of by the alert.
 * @param sure false: only where the levels turn out to be others
 */
async function renewRights(queries: QueryClient, sure: boolean): Promise<void> {
  const before = JSON.stringify(session.permissions.get());
  try {
    await refreshPermissions();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  const others = JSON.stringify(session.permissions.get()) !== before;
  if (!sure && !others) return;
  // What comes the same as before stays the same object.
  const buildings = queries.getQueryData(BUILDINGS_KEY);
  await queries.invalidateQueries({ queryKey: BUILDINGS_KEY });
  const all = others || queries.getQueryData(BUILDINGS_KEY) !== buildings;
  // Level and services decide which requests are seen, wherever they stand. With other levels, buildings or entrances all is
  // asked for anew that is on screen, but the record of a form, which is being typed in.
  await queries.invalidateQueries({
    predicate: ({ queryKey: [name, , asked] }) =>
      name === 'auth' ||
      name === 'tasks' ||
      (all && name !== 'buildings' && !(asked as { meta?: { form?: true } })?.meta?.form),
  });
}

/** Notifications of the signed-in person: opens both channels and shows what comes (NOTIF-02, G-55). */
export default function Notices() {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const line = useRef<LiveLine | null>(null);
  const hasLine = useAddition('live');
  useEffect(() => {
    if (!hasLine) return;
    const onAccessChanged = (sure: boolean) => void renewRights(queries, sure);
    const opened = openLive({ onNotice: receive, onState: setState, onAccessChanged });
    line.current = opened;
    return opened.close;
  }, [queries, hasLine]);
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => startPush(receive, (address) => void go.current(address)), []);
  return <NoticeStack below={<Connection state={state} onRetry={() => line.current?.retry()} />} />;
}
