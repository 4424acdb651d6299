import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { readBuilt } from '#console/boot/load-console.ts';
import { useLevels, useLevelsKnown } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { optional } from '#console/ui/timing/optional.ts';
import { whenIdle } from '#console/ui/timing/when-idle.ts';
import { can } from '#resources/language/access.ts';
import { savesData } from './page-prefetcher.ts';

/** Time the first page has for itself before what is not part of it is fetched, ms. */
const PATIENCE = 800;
/** The chat brings a protocol of its own: it comes when the first list is long there, ms. */
const CHAT_PATIENCE = 4_000;

/** Delay of caching for use without a network, after everything that is used now, ms. */
const OFFLINE_PATIENCE = 8_000;

const Notices = optional(() => import('#console/sections/notifications/notices.tsx'));
const ChatBackground = optional(() => import('#console/sections/chats/background.tsx'));

function useDue(ms: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue;
}

/**
 * Signs in to the chat a person without the right to it, after their sign-in to the console: its address is open to them as well
 * (PERM-18), and where the server gives no passes (G-69) only this page knows what opens it.
 * @param isDue the first page is drawn
 */
function useChatSignIn(isDue: boolean): void {
  const isKnown = useLevelsKnown();
  const mayChat = can(useLevels(), 'chats', 'see');
  const hasPasses = useAddition('chat');
  useEffect(() => {
    if (!isDue || !isKnown || mayChat || hasPasses || globalThis.chatSecret === undefined || viewedAs() !== null)
      return;
    void import('#console/data/chat/open.ts')
      .then(({ openChat }) => openChat())
      .catch((error: unknown) => console.info('chat: not loaded', error));
  }, [isDue, isKnown, mayChat, hasPasses]);
}

/** Work beside the pages of a signed-in person, once the first one is drawn: notifications, the chat. */
export function Background() {
  const isDue = useDue(PATIENCE);
  const isChatDue = useDue(CHAT_PATIENCE);
  const isOfflineDue = useDue(OFFLINE_PATIENCE);
  const levels = useLevels();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isDue) return;
    let stop: (() => void) | null = null;
    let isUnmounted = false;
    // Pages seen from now on are kept for use without a network.
    void import('#console/data/offline/last-seen.ts').then(({ keepLastSeen }) => {
      if (!isUnmounted) stop = keepLastSeen(queryClient);
    }, console.warn);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [isDue, queryClient]);
  useChatSignIn(isDue);
  useEffect(() => (isOfflineDue ? whenIdle(() => void keepForOffline()) : undefined), [isOfflineDue]);
  return (
    <>
      <Suspense>{isDue ? <Notices /> : null}</Suspense>
      <Suspense>{isChatDue && can(levels, 'chats', 'see') ? <ChatBackground /> : null}</Suspense>
    </>
  );
}

/** Where the build puts `service-worker.ts`; at the root, so that it is there for every page. */
const WORKER = '/service-worker.js';

/**
 * Has the browser keep the console's code, fonts and pictures, so that it opens without a network. Not where the sources are served
 * as they are, and not where data are saved. Works all the same where the browser refuses.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !document.getElementById('built') || savesData()) return;
  if (!readBuilt().entry.startsWith('/assets/')) return;
  try {
    await navigator.serviceWorker.register(WORKER);
  } catch (error) {
    // A browser in private mode, or an address without a certificate.
    console.info('The console is not kept for use without a network', error);
  }
}
