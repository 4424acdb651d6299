import type { EventLoopUtilization } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

type Asked = { kind: 'connect' } | { kind: 'dump'; path: string } | { kind: 'close' };
type Answer =
  | { kind: 'ready' | 'connected' | 'dumped' | 'closed' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; message: string };

/** Where an embedded database lives and what it begins from. */
export interface EngineOptions {
  /** Folder of the database; null keeps it in memory (tests). */
  dataDir: string | null;
  /** Data-folder tarball to begin from when there is no database yet; null: initdb, some seconds. */
  template: string | null;
  /** PGlite's WebAssembly, compiled before: engines that share it share the code the machine has made of it too. */
  compiled?: WebAssembly.Module;
  /** Another program than the database's own; tests give one that fails. */
  program?: URL;
}

/** The present work of the thread, for `engine-watch.ts`. */
export interface EngineState {
  /** Since when an answer is waited for, ms of `performance.now()`; null when all were given. */
  waitingSince: number | null;
  /** Time that the thread's loop has spent at work, and waiting for work, ms. */
  loop: EventLoopUtilization;
}

/** How long a closing database may take before its thread is ended; a checkpoint takes well under a second. */
const CLOSE_MS = 10_000;

/**
 * The embedded database's thread as seen from the main one: requests answered in order, bytes of the wire protocol, and
 * one promise that tells when it has died.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #waiting: { kind: Answer['kind']; resolve: () => void; reject: (error: Error) => void }[] = [];
  #onBytes: (bytes: Uint8Array) => void = () => undefined;
  #onEnd: (error: Error) => void = () => undefined;
  #ended: Error | null = null;
  #closing = false;
  /** Messages that were not answered yet, and when the last answer came or the first of them was sent. */
  #unanswered = 0;
  #since = 0;
  #isReadyOwed = false;
  #tellFailure: (error: Error) => void = () => undefined;

  /** Resolves when the thread has died by itself: nothing is answered after it, the process had better end. */
  readonly failed: Promise<Error>;

  private constructor(options: EngineOptions) {
    this.failed = new Promise((resolve) => {
      this.#tellFailure = resolve;
    });
    // Without our own loaders and flags: the worker is plain JavaScript and starts in half the time.
    const { program = new URL('./pglite-worker.mjs', import.meta.url), ...workerData } = options;
    this.#worker = new Worker(program, { workerData, execArgv: [] });
    this.#worker.on('message', (answer: Answer) => this.#take(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The thread of the embedded database has ended')));
  }

  /**
   * Starts the thread and opens the database.
   * @throws when the folder holds no usable database or cannot be written
   */
  static async start(options: EngineOptions): Promise<EngineThread> {
    const engine = new EngineThread(options);
    await engine.#wait('ready');
    return engine;
  }

  /** Where answers of the wire protocol go from now on; the connection before is told that it has ended. */
  connect(onBytes: (bytes: Uint8Array) => void, onEnd: (error: Error) => void): void {
    this.#onBytes = onBytes;
    this.#onEnd = onEnd;
    if (this.#ended) onEnd(this.#ended);
  }

  /**
   * Sends whole frontend messages.
   * @param isReadyOwed whether the answer has to end with ReadyForQuery: after a panic the engine answers without it, and
   * never says another word
   */
  send(bytes: Uint8Array, isReadyOwed = true): void {
    // Copied: `pg` reuses its buffers, and a part of a pooled Buffer cannot be handed over.
    const copy = new Uint8Array(bytes);
    if (this.#unanswered === 0) this.#since = performance.now();
    this.#unanswered += 1;
    if (isReadyOwed) this.#isReadyOwed = true;
    this.#worker.postMessage({ kind: 'bytes', bytes: copy }, [copy.buffer]);
  }

  /** Asks for something and waits for its answer. */
  ask(message: Asked, answer: 'connected' | 'dumped' | 'closed'): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    const answered = this.#wait(answer);
    this.#worker.postMessage(message);
    return answered;
  }

  get state(): EngineState {
    const loop = this.#worker.performance.eventLoopUtilization();
    const isWaiting = this.#unanswered > 0 || this.#isReadyOwed;
    return { waitingSince: isWaiting ? this.#since : null, loop };
  }

  /** Ends the thread of a database that can no longer be used: as if it had died by itself. */
  giveUp(error: Error): void {
    this.#end(error);
    void this.#worker.terminate();
  }

  /** Checkpoints, closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    if (!this.#ended) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([this.ask({ kind: 'close' }, 'closed'), late]);
      clearTimeout(timer);
    }
    await this.#worker.terminate();
  }

  #wait(kind: Answer['kind']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ kind, resolve, reject });
    });
  }

  #take(answer: Answer): void {
    if (answer.kind === 'bytes') {
      this.#unanswered -= 1;
      this.#since = performance.now();
      if (this.#unanswered === 0 && isReady(answer.bytes)) this.#isReadyOwed = false;
      this.#onBytes(answer.bytes);
    } else if (answer.kind === 'failed') this.#end(new Error(answer.message));
    else {
      const at = this.#waiting.findIndex(({ kind }) => kind === answer.kind);
      if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve();
    }
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#onEnd(error);
    if (!this.#closing) this.#tellFailure(error);
  }
}

const READY = 'Z'.charCodeAt(0);

/** Whether an answer ends with ReadyForQuery: a letter, a length of five and the state of the transaction. */
function isReady(answer: Uint8Array): boolean {
  const at = answer.length - 6;
  return at >= 0 && answer[at] === READY && answer[at + 4] === 5;
}
