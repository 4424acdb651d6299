import { type ImportSession, taskFailure } from './import-session.ts';
import type { ImportShapes, WorkerAnswer, WorkerRequest } from './worker-messages.ts';

/** What of a worker is used here; the project is typed for pages. */
interface Worker<Shapes extends ImportShapes> {
  postMessage(message: WorkerAnswer<Shapes>, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest<Shapes>>) => void): void;
}

/** Has a session do in this worker what its page asks for: it reads, checks and mends, and makes its calls, while the page stays free. */
export function serveWorker<Shapes extends ImportShapes>(session: ImportSession<Shapes>): void {
  const worker = self as unknown as Worker<Shapes>;
  worker.addEventListener('message', ({ data: request }) => {
    const { id } = request;
    session
      .run(request, (told) => worker.postMessage({ id, told }, []))
      .then(
        (answer) => worker.postMessage({ id, answer }, []),
        (error: unknown) => worker.postMessage({ id, failure: taskFailure(error) }, []),
      );
  });
}
