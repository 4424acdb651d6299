/** Another process is at it: looked at again after this, ms. */
const AGAIN = 1_000;

/**
 * Work that brings what is stored in line with the definitions, one round after another; a round that another process is at is
 * looked at again.
 */
export class Settling {
  readonly #round: () => Promise<'busy' | 'done'>;
  readonly #onError: (error: unknown) => void;
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param round does the work once; `busy` where another process is at it */
  constructor(round: () => Promise<'busy' | 'done'>, onError: (error: unknown) => void) {
    this.#round = round;
    this.#onError = onError;
  }

  /** Whether no further work is to be begun. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Settles once what is under way is done. */
  settle(): Promise<void> {
    this.#work = this.#work.then(() => this.#once()).catch(this.#onError);
    return this.#work;
  }

  async #once(): Promise<void> {
    if (this.#closed || (await this.#round()) !== 'busy' || this.#closed) return;
    this.#timer = setTimeout(() => void this.settle(), AGAIN);
    this.#timer.unref();
  }

  /** Waits for what is under way; nothing begins any more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#work;
  }
}
