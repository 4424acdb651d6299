import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A process that has ended: out of memory or of time, or for a mistake of ours. */
export interface Ended {
  kind: 'ended';
  failure: string | null;
}

/** Where work comes from and answers go to: the process itself. */
export interface Port<Work, Answer> {
  on(event: 'message', hear: (work: Work) => void): unknown;
  send?(answer: Answer): boolean;
}

/** The program of a process, and its limits. */
export interface WorkProcessOptions {
  /** A module whose `answerWork` takes the `Port`. */
  module: URL;
  /** Memory of its heap, MB; one that needs more ends. */
  memory: number;
}

/** A process without work ends after this time, ms: its memory goes back to the machine. */
const IDLE = 30_000;
const PROGRAM = new URL('./work-process.mjs', import.meta.url);
/** Exit code of a process that V8 aborts for want of memory, where it is no signal. */
const ABORTED = 134;

/** A process that works beside the server, begun when it is needed; one piece of work at a time. */
export class WorkProcess<Work extends object | string, Answer extends object> {
  readonly #options: WorkProcessOptions;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #hear: (answer: Answer | Ended) => void = () => undefined;

  constructor(options: WorkProcessOptions) {
    this.#options = options;
  }

  /** Gives it something to do. @returns its answer; one at a time is asked for */
  ask(work: Work): Promise<Answer | Ended> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#begin();
    // The server stays alive for an answer, and not for a process without work.
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      this.#hear = resolve;
      // One that has just ended says so by itself.
      child.send(work, () => undefined);
    });
  }

  /** Nothing more is to be done for now. */
  rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => this.end(), IDLE).unref();
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#hear({ kind: 'ended', failure: null });
  }

  #begin(): ChildProcess {
    const { module, memory } = this.#options;
    const child = fork(fileURLToPath(PROGRAM), [module.href], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memory}`],
      // With an arena of memory for each thread, as it is by default, much that was given back stays with the process.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
      // Messages of V8 and decoders about their trouble are of no use.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Pictures take a moment longer, so that other calls do not.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const ended = (failure: string | null) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#hear({ kind: 'ended', failure });
    };
    child.on('message', (answer: Answer) => {
      if (this.#child === child) this.#hear(answer);
    });
    child.on('error', (error) => ended(error.message));
    child.on('exit', (code, signal) => ended(signal || code === ABORTED ? null : `it ended with code ${code}`));
    this.#child = child;
    return child;
  }
}
