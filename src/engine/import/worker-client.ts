import { reportFailure } from '#console/data/http/failures.ts';
import { refused, settle } from '#console/data/http/http.ts';
import { lookForServer } from '#console/data/http/online.ts';
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

interface Waiting<Row> {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
  tell: (told: WorkerReply<Row>) => void;
}

/** Sends the worker on its tasks and matches its answers to them. */
export class WorkerClient<Shapes extends ImportShapes> {
  readonly #line: WorkerPort<Shapes>;
  readonly #waiting = new Map<number, Waiting<Shapes['row']>>();
  #last = 0;
  #isLost = false;

  /** @param onLost called where the worker breaks down: it answers nothing any more */
  constructor(line: WorkerPort<Shapes>, onLost: () => void) {
    this.#line = line;
    line.hear((message) => {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return;
      if ('told' in message) return waiting.tell(message.told);
      this.#waiting.delete(message.id);
      if ('answer' in message) waiting.resolve(message.answer as never);
      else waiting.reject(failed(message.failure));
    });
    line.onLost?.(() => {
      this.#isLost = true;
      onLost();
      for (const { reject } of this.#waiting.values()) reject(noWorker());
      this.close();
    });
  }

  /** @throws WorkerTaskFailed */
  run<Name extends TaskName>(
    task: Name,
    ask: Tasks<Shapes>[Name]['ask'],
    tell: (told: WorkerReply<Shapes['row']>) => void = () => undefined,
  ): Promise<Tasks<Shapes>[Name]['answer']> {
    if (this.#isLost) return Promise.reject(noWorker());
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tell });
      this.#line.post({ id, task, ask } as WorkerRequest<Shapes>);
    });
  }

  /** Ends the worker. What it was asked is never answered. */
  close(): void {
    this.#waiting.clear();
    this.#line.close();
  }
}

/** The failure of every task where the worker cannot be begun. */
export const noWorker = (): WorkerTaskFailed => failed({ kind: 'worker' });

/** The sentence of a file that is no list. */
function fileProblem(problem: ImportProblem, params: Readonly<Record<string, string | number>>): string {
  if (problem !== 'columns') return text(`import.file.${problem}`, params);
  const columns = String(params.columns ?? '').split(' ');
  const named = columns.map((column) => text(`import.column.${column}`)).join(', ');
  return text('import.file.columns', { columns: named, smart_count: columns.length });
}

/** What a failed call becomes on the page. */
function requestError({ path, status, json, requestId, trouble }: Extract<TaskFailure, { kind: 'server' }>) {
  if (trouble)
    return new RequestError(text(`engine.${trouble}`), status, { detail: text(`engine.${trouble}`) }, path, null);
  return refused(path, status, new Headers(requestId ? { 'x-request-id': requestId } : {}), json);
}

function failed(failure: TaskFailure): WorkerTaskFailed {
  if (failure.kind === 'file') return new WorkerTaskFailed(fileProblem(failure.problem, failure.params), failure, null);
  if (failure.kind === 'worker') return new WorkerTaskFailed(text('import.noWorker'), failure, null);
  if (failure.kind === 'unforeseen') return new WorkerTaskFailed(failure.message, failure, null);
  if (failure.trouble === 'late') void lookForServer();
  const request = requestError(failure);
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
