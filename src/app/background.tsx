import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { readBuildManifest } from '#console/boot/load-console.ts';
import { useAreLevelsLoaded, useLevels } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { lazyOptional } from '#console/ui/timing/lazy-optional.ts';
import { whenIdle } from '#console/ui/timing/when-idle.ts';
import { can } from '#resources/language/access.ts';
import { isDataSaverOn } from './page-prefetcher.ts';

/** Delay before background work starts, so that the first page loads undisturbed, ms. */
const BACKGROUND_DELAY = 800;
/** Delay before the chat is loaded, whose SDK is large, ms. */
const CHAT_DELAY = 4_000;

/** Delay before the offline cache is filled, after everything that is needed now, ms. */
const OFFLINE_DELAY = 8_000;

const Notices = lazyOptional(() => import('#console/sections/notifications/notices.tsx'));
const ChatBackground = lazyOptional(() => import('#console/sections/chats/background.tsx'));

function useDelayElapsed(ms: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue;
}

/**
 * Opens the chat connection for people without the chat right, who may still open `/chats` by its address (PERM-18). Their
 * password is only in the memory of this page after a sign-in, which is needed where the server issues no chat passes (G-69).
 * @param isDue the delay of background work has passed
 */
function useChatSignIn(isDue: boolean): void {
  const isKnown = useAreLevelsLoaded();
  const mayChat = can(useLevels(), 'chats', 'see');
  const hasPasses = useServerFeature('chat');
  useEffect(() => {
    if (!isDue || !isKnown || mayChat || hasPasses || globalThis.chatSecret === undefined || viewedAs() !== null)
      return;
    void import('#console/data/chat/open.ts')
      .then(({ openChat }) => openChat())
      .catch((error: unknown) => console.info('chat: not loaded', error));
  }, [isDue, isKnown, mayChat, hasPasses]);
}

/** Deferred background work of a signed-in person: notifications, chat, and storing pages and code for offline use. */
export function Background() {
  const isDue = useDelayElapsed(BACKGROUND_DELAY);
  const isChatDue = useDelayElapsed(CHAT_DELAY);
  const isOfflineDue = useDelayElapsed(OFFLINE_DELAY);
  const levels = useLevels();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isDue) return;
    let stop: (() => void) | null = null;
    let isUnmounted = false;
    // From now on, data of opened pages is stored for offline use.
    void import('#console/data/offline/last-seen.ts').then(({ storeLastSeen }) => {
      if (!isUnmounted) stop = storeLastSeen(queryClient);
    }, console.warn);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [isDue, queryClient]);
  useChatSignIn(isDue);
  useEffect(() => (isOfflineDue ? whenIdle(() => void registerServiceWorker()) : undefined), [isOfflineDue]);
  return (
    <>
      <Suspense>{isDue ? <Notices /> : null}</Suspense>
      <Suspense>{isChatDue && can(levels, 'chats', 'see') ? <ChatBackground /> : null}</Suspense>
    </>
  );
}

/** Served from the root, so that the scope of the worker covers every page. */
const WORKER_PATH = '/service-worker.js';

/**
 * Registers the service worker that caches the console for offline use; skipped on the dev server and with data saver. A failure
 * is only logged.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !document.getElementById('built') || isDataSaverOn()) return;
  if (!readBuildManifest().entry.startsWith('/assets/')) return;
  try {
    await navigator.serviceWorker.register(WORKER_PATH);
  } catch (error) {
    // Fails in private mode, and without HTTPS.
    console.info('The console is not kept for use without a network', error);
  }
}
