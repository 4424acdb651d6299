/** Delay before retrying a round that another process is running, ms. */
const RETRY_DELAY = 1_000;

/**
 * Runs rounds of work that bring stored data in line with the definitions, one after another; a round that another process is
 * running is retried later.
 */
export class RoundRunner {
  readonly #round: () => Promise<'busy' | 'done'>;
  readonly #onError: (error: unknown) => void;
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param round does the work once; `busy` if another process is running it */
  constructor(round: () => Promise<'busy' | 'done'>, onError: (error: unknown) => void) {
    this.#round = round;
    this.#onError = onError;
  }

  /** Whether no further round may begin. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Runs a round after the current one; resolves when it ends. */
  runRound(): Promise<void> {
    this.#work = this.#work.then(() => this.#once()).catch(this.#onError);
    return this.#work;
  }

  async #once(): Promise<void> {
    if (this.#closed || (await this.#round()) !== 'busy' || this.#closed) return;
    this.#timer = setTimeout(() => void this.runRound(), RETRY_DELAY);
    this.#timer.unref();
  }

  /** Waits for the current round; no further one begins. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#work;
  }
}
