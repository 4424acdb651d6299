import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLevels } from '#console/data/access.ts';
import { whenIdle } from '#console/ui/when-idle.ts';
import { can } from '#resources/language/access.ts';
import { keepForOffline } from './keep-offline.ts';

/** Time the first page has for itself before what is not part of it is fetched, ms. */
const PATIENCE = 800;
/** The chat brings a protocol of its own: it comes when the first list is long there, ms. */
const CHAT_PATIENCE = 4_000;

/** What is kept for use without a network comes after everything that is used now, ms. */
const OFFLINE_PATIENCE = 8_000;

/** Without what runs beside the pages they work all the same: what did not come is fetched anew when the browser is online again. */
function optional(load: () => Promise<{ default: ComponentType }>) {
  const fetched = (): ReturnType<typeof load> =>
    load().catch(async (error: unknown) => {
      console.warn(error);
      await new Promise((online) => addEventListener('online', online, { once: true }));
      return fetched();
    });
  return lazy(fetched);
}

const Notices = optional(() => import('#console/sections/notifications/notices.tsx'));
const ChatBackground = optional(() => import('#console/sections/chats/background.tsx'));

function useDue(ms: number): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due;
}

/** What runs beside the pages of a signed-in person, once the first one is drawn: notifications, the chat. */
export function Background() {
  const due = useDue(PATIENCE);
  const chatDue = useDue(CHAT_PATIENCE);
  const offlineDue = useDue(OFFLINE_PATIENCE);
  const levels = useLevels();
  useEffect(() => (offlineDue ? whenIdle(() => void keepForOffline()) : undefined), [offlineDue]);
  return (
    <>
      <Suspense>{due ? <Notices /> : null}</Suspense>
      <Suspense>{chatDue && can(levels, 'chats', 'see') ? <ChatBackground /> : null}</Suspense>
    </>
  );
}
