import { initializeApp } from '@firebase/app';
import { getMessaging, getToken, isSupported, onMessage } from '@firebase/messaging';
import type { PushConfig } from './push-config.ts';
import workerAddress from './push-worker.ts?worker&url';

/** A browser that is subscribed to cloud push. */
export interface PushChannel {
  /** Token that the server sends push messages to (`registration_id`). */
  token: string;
  /** Subscribes to messages that arrive while the console is in the foreground; returns the unsubscribe function. */
  listen: (onData: (data: Readonly<Record<string, string>>) => void) => () => void;
}

/**
 * Registers the service worker and waits until it is active: the library only waits for its default worker, and a browser gives
 * no subscription to a worker that is still installing.
 * @throws when the browser rejects the worker
 */
async function runningWorker(address: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(address);
  const nextWorker = registration.installing ?? registration.waiting;
  if (registration.active || !nextWorker) return registration;
  await new Promise<void>((resolve, reject) => {
    nextWorker.addEventListener('statechange', () => {
      if (nextWorker.state === 'activated') resolve();
      if (nextWorker.state === 'redundant') reject(new Error('The service worker of push was not taken'));
    });
  });
  return registration;
}

/**
 * Subscribes this browser. A separate chunk, loaded only where a push project is configured.
 * @returns null when the browser does not support push
 * @throws the error of the browser or the push service
 */
export async function connectCloud(config: PushConfig): Promise<PushChannel | null> {
  if (!(await isSupported())) return null;
  const { apiKey, projectId, senderId, appId, vapidKey } = config;
  const app = initializeApp({ apiKey, projectId, appId, messagingSenderId: senderId });
  const messaging = getMessaging(app);
  const query = new URLSearchParams({ apiKey, projectId, senderId, appId });
  const serviceWorkerRegistration = await runningWorker(`${workerAddress}?${query}`);
  const token = await getToken(messaging, { vapidKey, serviceWorkerRegistration });
  return { token, listen: (onData) => onMessage(messaging, ({ data }) => data && onData(data)) };
}
