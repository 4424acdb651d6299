import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLevels } from '#console/data/access.ts';
import { can } from '#resources/language/access.ts';

/** Time the first page has for itself before what is not part of it is fetched, ms. */
const PATIENCE = 800;
/** The chat brings a protocol of its own: it comes when the first list is long there, ms. */
const CHAT_PATIENCE = 4_000;

/** Without what runs beside the pages they work all the same; a page must not break off for it. */
function optional(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.warn(error);
      return { default: () => null };
    }),
  );
}

const Notices = optional(() => import('#console/sections/notices/notices.tsx'));
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
  const levels = useLevels();
  return (
    <Suspense>
      {due ? <Notices /> : null}
      {chatDue && can(levels, 'chats', 'see') ? <ChatBackground /> : null}
    </Suspense>
  );
}
