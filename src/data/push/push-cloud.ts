import { initializeApp } from '@firebase/app';
import { getMessaging, getToken, isSupported, onMessage } from '@firebase/messaging';
import type { PushConfig } from './push-config.ts';
import workerAddress from './push-worker.ts?worker&url';

/** A browser that takes cloud push. */
export interface PushChannel {
  /** The token that the server sends to (`registration_id`). */
  token: string;
  /** Calls back with the data of each message that comes while the console is in front. Answers how to stop. */
  listen: (onData: (data: Readonly<Record<string, string>>) => void) => () => void;
}

/**
 * Registers the service worker and waits until it runs: the library waits for its own worker only, and a browser gives no
 * subscription to one that is still being installed.
 * @throws when the browser does not take it
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
 * Subscribes this browser. Its own chunk: loaded only where a push project is configured.
 * @returns null where the browser cannot take push
 * @throws what the browser or the cloud refuses with
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
