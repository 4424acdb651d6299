import { setTimeout as wait } from 'node:timers/promises';

/** Maximum number of items sent together. */
const BATCH_SIZE = 100;
/** Delays before each retry, ms. */
const RETRY_DELAYS_MS = [100, 500];

/** Callbacks of a backlog. */
export interface BacklogCallbacks<Item> {
  /** Sends items, in order. After a failure it is called again with the same items, including those already sent. */
  send(items: readonly Item[]): Promise<void>;
  /** Called for every failed attempt. */
  onError(error: unknown): void;
  /** All retries failed: the items are lost, so listeners must fetch them. */
  giveUp(): void;
}

/**
 * Queue that sends items in order and in batches. A single failed query loses nothing; when all retries fail, `giveUp` is called.
 */
export class Backlog<Item> {
  readonly #callbacks: BacklogCallbacks<Item>;
  readonly #items: Item[] = [];
  #isRunning = false;

  constructor(callbacks: BacklogCallbacks<Item>) {
    this.#callbacks = callbacks;
  }

  push(item: Item): void {
    this.#items.push(item);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** Drops the waiting items. */
  clear(): void {
    this.#items.length = 0;
  }

  async #run(): Promise<void> {
    // Wait a microtask, so that items pushed in the same turn form one batch.
    await Promise.resolve();
    while (this.#items.length) {
      const batch = this.#items.slice(0, BATCH_SIZE);
      if (await this.#trySend(batch)) this.#items.splice(0, batch.length);
      else {
        this.clear();
        this.#callbacks.giveUp();
      }
    }
    this.#isRunning = false;
  }

  async #trySend(items: readonly Item[]): Promise<boolean> {
    for (const delayMs of [...RETRY_DELAYS_MS, null]) {
      try {
        await this.#callbacks.send(items);
        return true;
      } catch (error) {
        this.#callbacks.onError(error);
        // Cleared in the meantime: nobody waits for these items any more.
        if (!this.#items.length) return true;
        if (delayMs !== null) await wait(delayMs, undefined, { ref: false });
      }
    }
    return false;
  }
}
