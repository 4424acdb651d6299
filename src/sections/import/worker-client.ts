import { reportFailure } from '#console/data/http/failures.ts';
import { refused, settle } from '#console/data/http/http.ts';
import type { RequestError } from '#console/data/http/request-error.ts';
import { session } from '#console/data/session/session.ts';
import { fileProblem } from './words.ts';
import type { TaskFailure, TaskName, Tasks, WorkerPort, WorkerReply, WorkerRequest } from './worker-messages.ts';

/** A task that failed, with the sentence for the user. */
export class WorkerTaskFailed extends Error {
  readonly failure: TaskFailure;
  /** Of a failed call. */
  readonly request: RequestError | null;
  constructor(message: string, failure: TaskFailure, request: RequestError | null) {
    super(message);
    this.name = 'WorkerTaskFailed';
    this.failure = failure;
    this.request = request;
  }
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
  tell: (told: WorkerReply) => void;
}

/** Sends the worker on its tasks and matches its answers to them. */
export class WorkerClient {
  readonly #line: WorkerPort;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(line: WorkerPort) {
    this.#line = line;
    line.hear((message) => {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return;
      if ('told' in message) return waiting.tell(message.told);
      this.#waiting.delete(message.id);
      if ('answer' in message) waiting.resolve(message.answer as never);
      else waiting.reject(failed(message.failure));
    });
  }

  /** @throws WorkerTaskFailed */
  run<Name extends TaskName>(
    task: Name,
    ask: Tasks[Name]['ask'],
    tell: (told: WorkerReply) => void = () => undefined,
  ): Promise<Tasks[Name]['answer']> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tell });
      this.#line.post({ id, task, ask } as WorkerRequest);
    });
  }

  close(): void {
    this.#waiting.clear();
    this.#line.close();
  }
}

function failed(failure: TaskFailure): WorkerTaskFailed {
  if (failure.kind === 'file') return new WorkerTaskFailed(fileProblem(failure.problem, failure.params), failure, null);
  if (failure.kind === 'unforeseen') return new WorkerTaskFailed(failure.message, failure, null);
  const { path, status, json, requestId } = failure;
  const headers = new Headers(requestId ? { 'x-request-id': requestId } : {});
  const request = refused(path, status, headers, json);
  return new WorkerTaskFailed(request.message, failure, request);
}

/** The token that the worker makes its calls with. */
export function token(): string | null {
  return session.token.get();
}

/** Tells of a failure in the global alert, as every failed call does (IMPORT-06). An unforeseen one is thrown again. */
export function tellFailure(error: unknown): void {
  if (!(error instanceof WorkerTaskFailed) || error.failure.kind === 'unforeseen') throw error;
  if (error.request) settle(error.request, {});
  else reportFailure(null, error.message);
}
