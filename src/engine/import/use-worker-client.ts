import { useCallback, useEffect, useRef } from 'react';
import { noWorker, WorkerClient } from './worker-client.ts';
import type { Connect, ImportShapes } from './worker-messages.ts';

/** What becomes of the worker when its page is left; the same object at every drawing. */
export interface WorkerKeeping<Shapes extends ImportShapes> {
  /** The worker that an earlier page has left to go on with; null for none. */
  resume: () => WorkerClient<Shapes> | null;
  /** Called when the page is left. @returns whether the worker is kept; it is ended otherwise */
  keep: (workerClient: WorkerClient<Shapes>) => boolean;
}

const NOTHING_KEPT = { resume: () => null, keep: () => false };

/**
 * The worker of this page: begun with the first task, ended with the page unless it is kept.
 * @returns the worker, and what breaks off all that it does: the next task begins another one
 */
export function useWorkerClient<Shapes extends ImportShapes>(
  connect: Connect<Shapes>,
  keeping: WorkerKeeping<Shapes> = NOTHING_KEPT,
) {
  const begun = useRef<Promise<WorkerClient<Shapes>> | null>(null);
  useEffect(() => {
    const kept = keeping.resume();
    if (kept) begun.current = Promise.resolve(kept);
    return () => {
      const ended = begun.current;
      begun.current = null;
      void ended?.then(
        (workerClient) => {
          if (!keeping.keep(workerClient)) workerClient.close();
        },
        () => undefined,
      );
    };
  }, [keeping]);
  const workerClient = useCallback(() => {
    if (begun.current) return begun.current;
    // Where its script did not load, or broke down, the next task begins another one.
    const forget = () => {
      if (begun.current === attempt) begun.current = null;
    };
    const attempt: Promise<WorkerClient<Shapes>> = connect().then(
      (line) => new WorkerClient(line, forget),
      () => {
        forget();
        throw noWorker();
      },
    );
    begun.current = attempt;
    return attempt;
  }, [connect]);
  const breakOff = useCallback(() => {
    void begun.current?.then(
      (client) => client.close(),
      () => undefined,
    );
    begun.current = null;
  }, []);
  return { workerClient, breakOff };
}
