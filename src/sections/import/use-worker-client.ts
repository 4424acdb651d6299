import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { CheckedFile } from './checked-file.ts';
import { keepList, takeKept } from './unsent-list.ts';
import { WorkerClient } from './worker-client.ts';
import type { WorkerPort } from './worker-messages.ts';

/** How the worker is reached; a test puts itself in its place. */
export type Connect = () => Promise<WorkerPort>;

/** The worker comes with the first file. */
export const connectWorker: Connect = async () => (await import('./open-worker.ts')).openWorker();

/**
 * The worker of this page: begun with the first task, ended with the page. While a checked list has rows that were not sent, the
 * worker waits with it for the page to be opened again; a worker left while it sends is broken off.
 */
export function useWorkerClient(connect: Connect, checked: RefObject<CheckedFile | null>): () => Promise<WorkerClient> {
  const begun = useRef<Promise<WorkerClient> | null>(null);
  useEffect(() => {
    const kept = takeKept();
    if (kept) begun.current = Promise.resolve(kept.workerClient);
    return () => {
      const ended = begun.current;
      const leftFile = checked.current;
      begun.current = null;
      void ended?.then((workerClient) => {
        if (leftFile?.list.isWaiting() && !leftFile.list.sending) keepList({ checked: leftFile, workerClient });
        else workerClient.close();
      });
    };
  }, [checked]);
  return useCallback(() => {
    begun.current ??= connect().then((line) => new WorkerClient(line));
    return begun.current;
  }, [connect]);
}
