import { initializeApp } from '@firebase/app';
import { getMessaging, getToken, isSupported, onMessage } from '@firebase/messaging';
import type { PushConfig } from './push-config.ts';
import workerAddress from './push-worker.ts?worker&url';

/** A browser that takes cloud push. */
export interface Cloud {
  /** What the server sends to (`registration_id`). */
  token: string;
  /** Calls back with the data of each message that comes while the console is in front. Answers how to stop. */
  listen: (onData: (data: Readonly<Record<string, string>>) => void) => () => void;
}

/**
 * Subscribes this browser. Its own chunk: loaded only where a push project is configured.
 * @returns null where the browser cannot take push
 * @throws what the browser or the cloud refuses with
 */
export async function connectCloud(config: PushConfig): Promise<Cloud | null> {
  if (!(await isSupported())) return null;
  const { apiKey, projectId, senderId, appId, vapidKey } = config;
  const app = initializeApp({ apiKey, projectId, appId, messagingSenderId: senderId });
  const messaging = getMessaging(app);
  const query = new URLSearchParams({ apiKey, projectId, senderId, appId });
  const serviceWorkerRegistration = await navigator.serviceWorker.register(`${workerAddress}?${query}`);
  const token = await getToken(messaging, { vapidKey, serviceWorkerRegistration });
  return { token, listen: (onData) => onMessage(messaging, ({ data }) => data && onData(data)) };
}
