import { setTimeout as wait } from 'node:timers/promises';

/** Things that are sent on at once when many come together. */
const BATCH = 100;
/** Waits before the next attempts with what could not be sent, ms. */
const WAITS = [100, 500];

/** Handlers of the items of a backlog. */
export interface BacklogWork<Item> {
  /** Sends some on, in order. What it sent before it failed it is asked to send again. */
  send(items: readonly Item[]): Promise<void>;
  /** Told of every failure. */
  onError(error: unknown): void;
  /** They could not be sent, several times over: their listeners have to ask for them. */
  giveUp(): void;
}

/** Sends on what comes, in its order: a query that fails once loses nothing, and a database that is away is not hidden. */
export class Backlog<Item> {
  readonly #work: BacklogWork<Item>;
  readonly #waiting: Item[] = [];
  #running = false;

  constructor(work: BacklogWork<Item>) {
    this.#work = work;
  }

  push(item: Item): void {
    this.#waiting.push(item);
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    // The first of what comes together in one turn does not go alone.
    await Promise.resolve();
    while (this.#waiting.length) {
      const some = this.#waiting.slice(0, BATCH);
      if (await this.#sent(some)) this.#waiting.splice(0, some.length);
      else {
        this.clear();
        this.#work.giveUp();
      }
    }
    this.#running = false;
  }

  async #sent(items: readonly Item[]): Promise<boolean> {
    for (const pause of [...WAITS, null]) {
      try {
        await this.#work.send(items);
        return true;
      } catch (error) {
        this.#work.onError(error);
        // Forgotten meanwhile: no listener waits for it any more.
        if (!this.#waiting.length) return true;
        if (pause !== null) await wait(pause, undefined, { ref: false });
      }
    }
    return false;
  }
}
