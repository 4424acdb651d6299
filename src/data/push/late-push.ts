import type { Notice } from '../live/notice.ts';
import { pushConfig } from './push-config.ts';

/** `startPush`, whose code comes only where a push project is configured. @returns how to stop */
export function startPushLate(onNotice: (notice: Notice) => void, onClick: (address: string) => void): () => void {
  if (!pushConfig()) return () => undefined;
  let isStopped = false;
  let stop = (): void => undefined;
  import('./push.ts').then(
    ({ startPush }) => {
      if (!isStopped) stop = startPush(onNotice, onClick);
    },
    // SHELL-41: the page works without push, and tries again when it is opened the next time.
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop();
  };
}
