import type { Answered, Line } from './talk.ts';
import address from './worker.ts?worker&url';

/** Starts the worker of the import. */
export function openWorker(): Line {
  const worker = new Worker(address, { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    hear: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => listener(data)),
    close: () => worker.terminate(),
  };
}
