import address from './worker.ts?worker&url';
import type { WorkerAnswer, WorkerPort } from './worker-messages.ts';

/** Starts the worker of the import. */
export function openWorker(): WorkerPort {
  const worker = new Worker(address, { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    hear: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => listener(data)),
    close: () => worker.terminate(),
  };
}
