/** Maximum number of parallel calls, so that a pasted column does not overload the server. */
const MAX_PARALLEL = 4;

/**
 * Queue of the calls of a round: a few run in parallel, and all values that wait for the same flat are sent in one call.
 */
export class CallQueue<Item> {
  readonly #send: (items: readonly Item[]) => Promise<void>;
  /** Waiting items by flat, in the order of arrival. */
  readonly #waiting = new Map<number, Item[]>();
  readonly #idleListeners: (() => void)[] = [];
  #running = 0;
  #pendingCount = 0;

  /** @param send makes the call for the items of a flat; it must handle its errors itself */
  constructor(send: (items: readonly Item[]) => Promise<void>) {
    this.#send = send;
  }

  /** Sends the item as soon as a slot is free, together with other items that wait for the same flat. */
  add(flat: number, item: Item): void {
    const waitingItems = this.#waiting.get(flat);
    if (waitingItems) {
      waitingItems.push(item);
      return;
    }
    this.#waiting.set(flat, [item]);
    this.#count(1);
    this.#run();
  }

  /** Counts a call made outside of the queue as running until it ends. @returns the call */
  track<T>(call: Promise<T>): Promise<T> {
    this.#count(1);
    return call.finally(() => this.#count(-1));
  }

  /** @returns a promise that resolves after the last call; null if no call is running */
  whenIdle(): Promise<void> | null {
    return this.#pendingCount === 0 ? null : new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  #run(): void {
    while (this.#running < MAX_PARALLEL) {
      const [next] = this.#waiting;
      if (!next) return;
      const [flat, items] = next;
      this.#waiting.delete(flat);
      this.#running += 1;
      void this.#send(items).finally(() => {
        this.#running -= 1;
        this.#run();
        this.#count(-1);
      });
    }
  }

  #count(calls: 1 | -1): void {
    this.#pendingCount += calls;
    if (this.#pendingCount === 0) for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}
