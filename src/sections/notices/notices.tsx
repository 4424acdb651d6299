import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BUILDINGS_KEY } from '#console/data/buildings.ts';
import { type LiveLine, type LiveState, openLive } from '#console/data/live.ts';
import type { Notice } from '#console/data/notice.ts';
import { deliver } from '#console/data/notices.ts';
import { refreshPermissions } from '#console/data/permissions.ts';
import { startPush } from '#console/data/push.ts';
import { RequestError } from '#console/data/request-error.ts';
import { playSound } from '#console/ui/sound.ts';
import { Connection } from './connection.tsx';
import { NoticeStack } from './stack.tsx';

function receive(notice: Notice): void {
  if (deliver(notice)) playSound();
}

/** Looks levels and buildings up anew. A failed call has been told of by the alert. */
async function renewRights(queries: QueryClient): Promise<void> {
  try {
    await refreshPermissions();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  await queries.invalidateQueries({ queryKey: ['auth'] });
  await queries.invalidateQueries({ queryKey: BUILDINGS_KEY });
}

/** Notifications of the signed-in person: opens both channels and shows what comes (NOTIF-02, G-55). */
export default function Notices() {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const line = useRef<LiveLine | null>(null);
  useEffect(() => {
    const onAccessChanged = () => void renewRights(queries);
    const opened = openLive({ onNotice: receive, onState: setState, onAccessChanged });
    line.current = opened;
    return opened.close;
  }, [queries]);
  useEffect(() => startPush(receive), []);
  return <NoticeStack below={<Connection state={state} onRetry={() => line.current?.retry()} />} />;
}
