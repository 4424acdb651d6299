import { reportFailure } from '#console/data/http/failures.ts';
import { handleFailedCall, toRequestError } from '#console/data/http/http.ts';
import { waitForServer } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { session } from '#console/data/session/session.ts';
import { text } from '#i18n/console-text.ts';
import type { ImportProblem } from '#resources/rules/import/problem.ts';
import type {
  ImportShapes,
  TaskFailure,
  TaskName,
  Tasks,
  WorkerPort,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** A failed task, with a message for the person. */
export class WorkerTaskFailed extends Error {
  readonly failure: TaskFailure;
  /** The error of a failed call; null for other failures. */
  readonly request: RequestError | null;
  constructor(message: string, failure: TaskFailure, request: RequestError | null) {
    super(message);
    this.name = 'WorkerTaskFailed';
    this.failure = failure;
    this.request = request;
  }
}

interface PendingTask<Row> {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
  onProgress: (reply: WorkerReply<Row>) => void;
}

/** Sends tasks to the worker and matches its answers to them. */
export class WorkerClient<Shapes extends ImportShapes> {
  readonly #port: WorkerPort<Shapes>;
  readonly #pending = new Map<number, PendingTask<Shapes['row']>>();
  #lastId = 0;
  #isLost = false;

  /** @param onLost called when the worker crashes and will not answer any more */
  constructor(port: WorkerPort<Shapes>, onLost: () => void) {
    this.#port = port;
    port.hear((message) => {
      const task = this.#pending.get(message.id);
      if (!task) return;
      if ('told' in message) return task.onProgress(message.told);
      this.#pending.delete(message.id);
      if ('answer' in message) task.resolve(message.answer as never);
      else task.reject(createTaskError(message.failure));
    });
    port.onLost?.(() => {
      this.#isLost = true;
      onLost();
      for (const { reject } of this.#pending.values()) reject(createNoWorkerError());
      this.close();
    });
  }

  /** Runs a task in the worker; `onProgress` receives its progress messages. @throws WorkerTaskFailed */
  run<Name extends TaskName>(
    task: Name,
    request: Tasks<Shapes>[Name]['ask'],
    onProgress: (reply: WorkerReply<Shapes['row']>) => void = () => undefined,
  ): Promise<Tasks<Shapes>[Name]['answer']> {
    if (this.#isLost) return Promise.reject(createNoWorkerError());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
      this.#port.post({ id, task, ask: request } as WorkerRequest<Shapes>);
    });
  }

  /** Terminates the worker. Promises of running tasks never settle. */
  close(): void {
    this.#pending.clear();
    this.#port.close();
  }
}

/** Error of tasks when the worker could not start or has crashed. */
export const createNoWorkerError = (): WorkerTaskFailed => createTaskError({ kind: 'worker' });

/** Message for a file that cannot be imported. */
function fileProblem(problem: ImportProblem, params: Readonly<Record<string, string | number>>): string {
  if (problem !== 'columns') return text(`import.file.${problem}`, params);
  const columns = String(params.columns ?? '').split(' ');
  const columnNames = columns.map((column) => text(`import.column.${column}`)).join(', ');
  return text('import.file.columns', { columns: columnNames, smart_count: columns.length });
}

/** Converts a call that failed in the worker into a `RequestError`. */
function requestError({ path, status, json, requestId, trouble }: Extract<TaskFailure, { kind: 'server' }>) {
  if (trouble)
    return new RequestError(text(`engine.${trouble}`), status, { detail: text(`engine.${trouble}`) }, path, null);
  return toRequestError(path, status, new Headers(requestId ? { 'x-request-id': requestId } : {}), json);
}

function createTaskError(failure: TaskFailure): WorkerTaskFailed {
  if (failure.kind === 'file') return new WorkerTaskFailed(fileProblem(failure.problem, failure.params), failure, null);
  if (failure.kind === 'worker') return new WorkerTaskFailed(text('import.noWorker'), failure, null);
  if (failure.kind === 'unforeseen') return new WorkerTaskFailed(failure.message, failure, null);
  if (failure.trouble === 'late') void waitForServer();
  const request = requestError(failure);
  return new WorkerTaskFailed(request.message, failure, request);
}

/** The session token for the worker's calls. */
export function sessionToken(): string | null {
  return session.token.get();
}

/** Shows a failed task in the global alert, like any failed call (IMPORT-06). @throws any other error, and unforeseen failures */
export function showTaskFailure(error: unknown): void {
  if (!(error instanceof WorkerTaskFailed) || error.failure.kind === 'unforeseen') throw error;
  if (error.request) handleFailedCall(error.request, {});
  else reportFailure(null, error.message);
}
