import { useCallback, useEffect, useRef } from 'react';
import { createNoWorkerError, WorkerClient } from './worker-client.ts';
import type { Connect, ImportShapes } from './worker-messages.ts';

/** Decides whether the worker outlives its page; must keep its identity between renders. */
export interface WorkerRetention<Shapes extends ImportShapes> {
  /** The worker that an earlier page has left running; null if none. */
  resume: () => WorkerClient<Shapes> | null;
  /** Called when the page is left. @returns whether the worker is kept; otherwise it is terminated */
  keep: (workerClient: WorkerClient<Shapes>) => boolean;
}

const NO_RETENTION = { resume: () => null, keep: () => false };

/**
 * The worker of this page: started with the first task, terminated with the page unless it is kept.
 * @returns the worker, and a function that terminates it; the next task then starts another one
 */
export function useWorkerClient<Shapes extends ImportShapes>(
  connect: Connect<Shapes>,
  retention: WorkerRetention<Shapes> = NO_RETENTION,
) {
  const clientRef = useRef<Promise<WorkerClient<Shapes>> | null>(null);
  useEffect(() => {
    const resumed = retention.resume();
    if (resumed) clientRef.current = Promise.resolve(resumed);
    return () => {
      const endedClient = clientRef.current;
      clientRef.current = null;
      void endedClient?.then(
        (workerClient) => {
          if (!retention.keep(workerClient)) workerClient.close();
        },
        () => undefined,
      );
    };
  }, [retention]);
  const workerClient = useCallback(() => {
    if (clientRef.current) return clientRef.current;
    // After a failed start or a crash the next task starts another worker.
    const forgetClient = () => {
      if (clientRef.current === attempt) clientRef.current = null;
    };
    const attempt: Promise<WorkerClient<Shapes>> = connect().then(
      (line) => new WorkerClient(line, forgetClient),
      () => {
        forgetClient();
        throw createNoWorkerError();
      },
    );
    clientRef.current = attempt;
    return attempt;
  }, [connect]);
  const terminate = useCallback(() => {
    void clientRef.current?.then(
      (client) => client.close(),
      () => undefined,
    );
    clientRef.current = null;
  }, []);
  return { workerClient, terminate };
}
