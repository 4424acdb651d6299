import { initializeApp } from '@firebase/app';
import { getMessaging, onBackgroundMessage } from '@firebase/messaging/sw';
import { readNotice } from '../live/notice.ts';
import { noticeLink, noticeTitle } from '../live/notice-words.ts';
import type { PushClick } from './push-click.ts';

/** The parts of the service worker API used here; the project is typed for pages. */
interface Worker {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(type: 'notificationclick', listener: (event: Click) => void): void;
}
interface Window {
  focus(): Promise<unknown>;
  postMessage(message: PushClick): void;
}
interface Click {
  notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

/**
 * The service worker of cloud push: shows notifications while no window of the console is in the foreground. The project settings
 * are in the query of its own URL.
 */
const worker = self as unknown as Worker;
const query = new URL(worker.location.href).searchParams;
const setting = (name: string): string => query.get(name) ?? '';

const app = initializeApp({
  apiKey: setting('apiKey'),
  projectId: setting('projectId'),
  appId: setting('appId'),
  messagingSenderId: setting('senderId'),
});

onBackgroundMessage(getMessaging(app), async ({ data, notification }) => {
  const notice = readNotice(data);
  // The library shows messages that contain a notification.
  if (!notice || notification) return;
  await worker.registration.showNotification(noticeTitle(notice), {
    body: notice.message,
    tag: notice.id,
    data: { link: noticeLink(notice) },
  });
});

worker.addEventListener('notificationclick', (event) => {
  const { link } = (event.notification.data ?? {}) as { link?: string };
  if (!link) return;
  event.notification.close();
  event.waitUntil(open(link));
});

/**
 * Focuses a window of the console and asks it to navigate, or opens one. The worker cannot navigate it, because a worker below
 * `/assets/` does not control the pages.
 */
async function open(link: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!window) {
    await worker.clients.openWindow(link);
    return;
  }
  await window.focus();
  window.postMessage({ type: 'push-click', link });
}
