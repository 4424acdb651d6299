import { type ImportSession, taskFailure } from './import-session.ts';
import type { ImportShapes, WorkerAnswer, WorkerRequest } from './worker-messages.ts';

/** The part of the worker scope used here; the project's types are those of pages. */
interface Worker<Shapes extends ImportShapes> {
  postMessage(message: WorkerAnswer<Shapes>, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest<Shapes>>) => void): void;
}

/**
 * Runs a session in this worker: executes the page's requests (reading, checking, correcting, server calls) and posts the
 * results.
 */
export function serveWorker<Shapes extends ImportShapes>(session: ImportSession<Shapes>): void {
  const worker = self as unknown as Worker<Shapes>;
  worker.addEventListener('message', ({ data: request }) => {
    const { id } = request;
    session
      .run(request, (reply) => worker.postMessage({ id, told: reply }, []))
      .then(
        (answer) => worker.postMessage({ id, answer }, []),
        (error: unknown) => worker.postMessage({ id, failure: taskFailure(error) }, []),
      );
  });
}
