import type { Notice } from '../live/notice.ts';
import { pushConfig } from './push-config.ts';

/**
 * Loads and runs `startPush`, only where a push project is configured.
 * @returns how to stop
 */
export function startPushLate(onNotice: (notice: Notice) => void, onClick: (address: string) => void): () => void {
  if (!pushConfig()) return () => undefined;
  let isStopped = false;
  let stop = (): void => undefined;
  import('./push.ts').then(
    ({ startPush }) => {
      if (!isStopped) stop = startPush(onNotice, onClick);
    },
    // SHELL-41: the page works without push; the next page load tries again.
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop();
  };
}
