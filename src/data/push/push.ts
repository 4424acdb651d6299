import { DEVICES_PATH } from '#resources/protocol/paths/access.ts';
import { request } from '../http/http.ts';
import { type Notice, readNotice } from '../live/notice.ts';
import { session } from '../session/session.ts';
import { clickedLink } from './push-click.ts';
import type { PushChannel } from './push-cloud.ts';
import { pushConfig } from './push-config.ts';

/** Whether the browser supports push and the person has not denied the permission. */
function canUsePush(): boolean {
  const isSupported = 'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator;
  return isSupported && Notification.permission !== 'denied';
}

/** Resolves at the first click or key press; browsers show the permission prompt only then. */
function firstGesture(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['pointerup', 'keydown']) addEventListener(type, () => resolve(), { once: true });
  });
}

/** Registers this browser with the server and stores the token (SHELL-39, SHELL-40). */
async function registerDevice(token: string): Promise<void> {
  await request(DEVICES_PATH, { method: 'POST', body: { registration_id: token, type: 'web' } });
  session.firebaseToken.set(token);
}

/** Subscribes to push; null when a precondition is missing. */
async function subscribe(): Promise<PushChannel | null> {
  const config = pushConfig();
  if (!config || !session.token.get() || !canUsePush()) return null;
  if (Notification.permission === 'default') await firstGesture();
  const { connectCloud } = await import('./push-cloud.ts');
  const cloud = await connectCloud(config);
  if (!cloud || !session.token.get()) return null;
  await registerDevice(cloud.token);
  return cloud;
}

/**
 * Subscribes the browser to push if it is configured. Passes on messages that arrive while the console is in the foreground, and
 * the link of a clicked system notification. Failures are silent (SHELL-41).
 * @returns how to stop
 */
export function startPush(onNotice: (notice: Notice) => void, onClick: (address: string) => void): () => void {
  let isStopped = false;
  let stop = (): void => undefined;
  const onWorkerMessage = ({ data }: MessageEvent): void => {
    const link = clickedLink(data);
    if (link) onClick(link);
  };
  const receive = (data: unknown): void => {
    const notice = readNotice(data);
    if (notice) onNotice(notice);
  };
  subscribe().then(
    (cloud) => {
      if (!cloud || isStopped) return;
      const unsubscribe = cloud.listen(receive);
      navigator.serviceWorker.addEventListener('message', onWorkerMessage);
      stop = () => {
        unsubscribe();
        navigator.serviceWorker.removeEventListener('message', onWorkerMessage);
      };
    },
    // SHELL-41: a denied permission, a blocked push service or a failing server do not concern the person.
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop();
  };
}
