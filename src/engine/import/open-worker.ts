import type { ImportShapes, WorkerAnswer, WorkerPort } from './worker-messages.ts';

/** Starts the worker of an import. @param address URL of its script */
export function openWorker<Shapes extends ImportShapes>(address: string): WorkerPort<Shapes> {
  const worker = new Worker(address, { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    hear: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Shapes>>) => listener(data)),
    onLost: (listener) => worker.addEventListener('error', listener),
    close: () => worker.terminate(),
  };
}
