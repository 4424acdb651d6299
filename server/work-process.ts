import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The process ended without an answer; `failure` is null when it ran out of memory, was killed or was stopped by us. */
export interface WorkEnded {
  kind: 'ended';
  failure: string | null;
}

/** The child's side of the message channel: the global `process` of the child. */
export interface Port<Work, Answer> {
  on(event: 'message', onMessage: (work: Work) => void): unknown;
  send?(answer: Answer): boolean;
}

/** The module that a child process runs, and its memory limit. */
export interface WorkProcessOptions {
  /** A module whose `answerWork` takes the `Port`. */
  module: URL;
  /** Heap limit, MB; a process that needs more is aborted. */
  memory: number;
}

/** An idle process is killed after this time to free its memory, ms. */
const IDLE_TIMEOUT_MS = 30_000;
const CHILD_SCRIPT = new URL('./work-process.mjs', import.meta.url);
/** Exit code when V8 aborts the process out of memory and no signal is reported. */
const ABORT_EXIT_CODE = 134;

/** A child process that is started on demand and does one piece of work at a time. */
export class WorkProcess<Work extends object | string, Answer extends object> {
  readonly #options: WorkProcessOptions;
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #onAnswer: (answer: Answer | WorkEnded) => void = () => undefined;

  constructor(options: WorkProcessOptions) {
    this.#options = options;
  }

  /** Sends work to the process; only one request may be pending at a time. @returns the answer */
  request(work: Work): Promise<Answer | WorkEnded> {
    clearTimeout(this.#idleTimer);
    const child = this.#child ?? this.#start();
    // Keep the server alive while an answer is pending, but not for an idle process.
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      // If the process has just ended, its exit event reports that.
      child.send(work, () => undefined);
    });
  }

  /** Marks the process as idle: it is killed after `IDLE_TIMEOUT_MS`. */
  releaseWhenIdle(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idleTimer = setTimeout(() => this.end(), IDLE_TIMEOUT_MS).unref();
  }

  end(): void {
    clearTimeout(this.#idleTimer);
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#onAnswer({ kind: 'ended', failure: null });
  }

  #start(): ChildProcess {
    const { module, memory } = this.#options;
    const child = fork(fileURLToPath(CHILD_SCRIPT), [module.href], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memory}`],
      // With one malloc arena per thread, the default, much of the freed memory would stay with the process.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
      // V8 and decoders would print warnings that are of no use to anyone.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Low priority: thumbnails may take longer so that requests are not delayed.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const onEnd = (failure: string | null) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#onAnswer({ kind: 'ended', failure });
    };
    child.on('message', (answer: Answer) => {
      if (this.#child === child) this.#onAnswer(answer);
    });
    child.on('error', (error) => onEnd(error.message));
    child.on('exit', (code, signal) => onEnd(signal || code === ABORT_EXIT_CODE ? null : `it ended with code ${code}`));
    this.#child = child;
    return child;
  }
}
