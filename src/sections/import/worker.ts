import { ImportSession, taskFailure } from './import-session.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts';

/** What of a worker is used here; the project is typed for pages. */
interface Worker {
  postMessage(message: WorkerAnswer, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void): void;
}

/** The worker of the import: reads, checks and mends, and makes its calls, while the page stays free. */
const worker = self as unknown as Worker;
const session = new ImportSession();

worker.addEventListener('message', ({ data: request }) => {
  const { id } = request;
  session
    .run(request, (told) => worker.postMessage({ id, told }, []))
    .then(
      (answer) => worker.postMessage({ id, answer }, []),
      (error: unknown) => worker.postMessage({ id, failure: taskFailure(error) }, []),
    );
});
