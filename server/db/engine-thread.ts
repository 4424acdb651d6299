import type { EventLoopUtilization } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

type EngineRequest = { kind: 'connect' } | { kind: 'dump'; path: string } | { kind: 'close' };
type EngineAnswer =
  | { kind: 'ready' | 'connected' | 'dumped' | 'closed' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; message: string };

/** Location and initial state of an embedded database. */
export interface EngineOptions {
  /** Folder of the database; null = in memory (tests). */
  dataDir: string | null;
  /** Tarball of a data folder for a new database; null = initdb, which takes some seconds. */
  template: string | null;
  /** Compiled WebAssembly of PGlite; engines that share it also share its machine code. */
  compiled?: WebAssembly.Module;
  /** Worker script; tests pass one that fails. */
  program?: URL;
}

/** Activity of the thread, for `engine-watch.ts`. */
export interface EngineState {
  /** Since when an answer is outstanding, ms of `performance.now()`; null when none is. */
  waitingSince: number | null;
  /** Event loop utilisation of the thread, ms. */
  loop: EventLoopUtilization;
}

/** Timeout of closing the database, ms; a checkpoint takes well under a second. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Main-thread side of the embedded database's worker thread: control requests answered in order, bytes of the wire protocol, and
 * a promise that resolves when the thread has died.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #pending: { kind: EngineAnswer['kind']; resolve: () => void; reject: (error: Error) => void }[] = [];
  #onBytes: (bytes: Uint8Array) => void = () => undefined;
  #onEnd: (error: Error) => void = () => undefined;
  #endError: Error | null = null;
  #isClosing = false;
  /** Number of unanswered messages. `#since`: time of the last answer, or of the first unanswered message. */
  #unanswered = 0;
  #since = 0;
  #isReadyOwed = false;
  #resolveFailed: (error: Error) => void = () => undefined;

  /** Resolves when the thread has died unexpectedly: nothing is answered any more, and the process should exit. */
  readonly failed: Promise<Error>;

  private constructor(options: EngineOptions) {
    this.failed = new Promise((resolve) => {
      this.#resolveFailed = resolve;
    });
    // No loaders or flags: the worker is plain JavaScript and starts in half the time without them.
    const { program = new URL('./pglite-worker.mjs', import.meta.url), ...workerData } = options;
    this.#worker = new Worker(program, { workerData, execArgv: [] });
    this.#worker.on('message', (answer: EngineAnswer) => this.#handleAnswer(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The thread of the embedded database has ended')));
  }

  /** Starts the thread and opens the database. @throws when the folder holds no usable database or is not writable */
  static async start(options: EngineOptions): Promise<EngineThread> {
    const engine = new EngineThread(options);
    await engine.#waitFor('ready');
    return engine;
  }

  /** Sets the receiver of wire protocol answers from now on. */
  connect(onBytes: (bytes: Uint8Array) => void, onEnd: (error: Error) => void): void {
    this.#onBytes = onBytes;
    this.#onEnd = onEnd;
    if (this.#endError) onEnd(this.#endError);
  }

  /**
   * Sends complete frontend messages.
   * @param isReadyOwed whether the answer must end with ReadyForQuery; after a panic the engine answers without it and then never
   * again
   */
  send(bytes: Uint8Array, isReadyOwed = true): void {
    // Copied, because `pg` reuses its buffers, and part of a pooled Buffer cannot be transferred.
    const copy = new Uint8Array(bytes);
    if (this.#unanswered === 0) this.#since = performance.now();
    this.#unanswered += 1;
    if (isReadyOwed) this.#isReadyOwed = true;
    this.#worker.postMessage({ kind: 'bytes', bytes: copy }, [copy.buffer]);
  }

  /** Sends a control request and waits for its answer. */
  request(message: EngineRequest, answer: 'connected' | 'dumped' | 'closed'): Promise<void> {
    if (this.#endError) return Promise.reject(this.#endError);
    const answerReceived = this.#waitFor(answer);
    this.#worker.postMessage(message);
    return answerReceived;
  }

  get state(): EngineState {
    const loop = this.#worker.performance.eventLoopUtilization();
    const isWaiting = this.#unanswered > 0 || this.#isReadyOwed;
    return { waitingSince: isWaiting ? this.#since : null, loop };
  }

  /** Terminates the thread of an unusable database, as if it had died. */
  terminate(error: Error): void {
    this.#end(error);
    void this.#worker.terminate();
  }

  /** Checkpoints and closes the database, then terminates the thread. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (!this.#endError) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      await Promise.race([this.request({ kind: 'close' }, 'closed'), timeout]);
      clearTimeout(timer);
    }
    await this.#worker.terminate();
  }

  #waitFor(kind: EngineAnswer['kind']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ kind, resolve, reject });
    });
  }

  #handleAnswer(answer: EngineAnswer): void {
    if (answer.kind === 'bytes') {
      this.#unanswered -= 1;
      this.#since = performance.now();
      if (this.#unanswered === 0 && isReady(answer.bytes)) this.#isReadyOwed = false;
      this.#onBytes(answer.bytes);
    } else if (answer.kind === 'failed') this.#end(new Error(answer.message));
    else {
      const index = this.#pending.findIndex(({ kind }) => kind === answer.kind);
      if (index >= 0) this.#pending.splice(index, 1)[0]?.resolve();
    }
  }

  #end(error: Error): void {
    if (this.#endError) return;
    this.#endError = error;
    for (const { reject } of this.#pending.splice(0)) reject(error);
    this.#onEnd(error);
    if (!this.#isClosing) this.#resolveFailed(error);
  }
}

const READY = 'Z'.charCodeAt(0);

/** Whether an answer ends with ReadyForQuery: letter, length five, transaction state. */
function isReady(answer: Uint8Array): boolean {
  const at = answer.length - 6;
  return at >= 0 && answer[at] === READY && answer[at + 4] === 5;
}
