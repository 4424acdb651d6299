import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ApiError } from '#server/http/errors.ts';

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

/** Limits of a child process. */
export interface WorkLimits {
  /** Heap limit, MB; a process that needs more is aborted. */
  memory: number;
  /** Processor time for one piece of work, ms; a process that needs more is stopped. */
  cpuTimeMs: number;
  /** Time for one piece of work, ms; a machine too busy to do it by then refuses it. `PATIENCE_MS` by default. */
  patienceMs?: number;
}

/** The module that a child process runs, and its limits. */
export interface WorkProcessOptions extends WorkLimits {
  /** A module whose `answerWork` takes the `Port`. */
  module: URL;
}

/** Less than the minute that proxies in front of the server wait for an answer, ms. */
const PATIENCE_MS = 50_000;
/** Interval at which the limits are checked, ms. */
const CHECK_INTERVAL_MS = 100;
/** Thumbnails may take longer, so that requests are not delayed: two thirds of the processor time of a process with priority 0. */
const PRIORITY = 2;
/** Unit of processor time in `/proc`, ms. */
const TICK_MS = 10;
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
  #onTimeout: (error: ApiError) => void = () => undefined;
  /** How the work of the current `run` ended early, null while it goes on. */
  #ending: WorkEnded | ApiError | null = null;

  constructor(options: WorkProcessOptions) {
    this.#options = options;
  }

  /**
   * Does one piece of work within the limits; only one at a time.
   * @param work sends requests, each once the one before is answered
   * @throws ApiError overloaded when the machine was too busy for it
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idleTimer);
    this.#ending = null;
    const timer = this.#startLimits();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#releaseWhenIdle();
    }
  }

  /**
   * Sends a request within `run`. A process that has ended is not replaced within the same `run`: a new one would not know the
   * requests before.
   * @returns the answer, or how the process ended
   * @throws ApiError overloaded
   */
  async request(work: Work): Promise<Answer | WorkEnded> {
    if (this.#ending instanceof ApiError) throw this.#ending;
    if (this.#ending) return this.#ending;
    const child = this.#child ?? this.#start();
    // Keep the server alive while an answer is pending, but not for an idle process.
    child.ref();
    child.channel?.ref();
    return new Promise((resolve, reject) => {
      this.#onAnswer = resolve;
      this.#onTimeout = reject;
      // If the process has just ended, its exit event reports that.
      child.send(work, () => undefined);
    });
  }

  /** Stops the process when its work takes too much processor time, or too long. */
  #startLimits(): NodeJS.Timeout {
    const { cpuTimeMs, patienceMs = PATIENCE_MS } = this.#options;
    const startedAt = performance.now();
    // A process that is started for this work has used none: that its start takes some counts as well.
    const usedBefore = this.#child ? cpuTime(this.#child) : 0;
    return setInterval(() => {
      if (this.#ending) return;
      const elapsed = performance.now() - startedAt;
      const used = this.#child ? cpuTime(this.#child) : null;
      const isTooHard = (used === null || usedBefore === null ? elapsed : used - usedBefore) >= cpuTimeMs;
      if (!isTooHard && elapsed < patienceMs) return;
      this.#stop();
      this.#end(isTooHard ? { kind: 'ended', failure: null } : new ApiError('overloaded'));
    }, CHECK_INTERVAL_MS);
  }

  /** Tells the pending request and all later ones of this `run` how the work ended. */
  #end(ending: WorkEnded | ApiError): void {
    this.#ending = ending;
    if (ending instanceof ApiError) this.#onTimeout(ending);
    else this.#onAnswer(ending);
  }

  /** Marks the process as idle: it is killed after `IDLE_TIMEOUT_MS`. */
  #releaseWhenIdle(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idleTimer = setTimeout(() => this.#stop(), IDLE_TIMEOUT_MS).unref();
  }

  #stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
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
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
    const onEnd = (failure: string | null) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#end({ kind: 'ended', failure });
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

/** Processor time that a process has used, ms; null where the system does not tell it, which only Linux does. */
function cpuTime({ pid }: ChildProcess): number | null {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, , , , , , , , , , , user, system] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return null;
  }
}
