/** How many calls are on their way at once: a pasted column must not knock the server over. */
const AT_ONCE = 4;

/**
 * The calls of a round: a few at a time, with all values that wait for one flat in one call; `ended` waits until no call is
 * running.
 */
export class CallQueue<Item> {
  readonly #send: (items: readonly Item[]) => Promise<void>;
  /** By flat; what came first goes first. */
  readonly #waiting = new Map<number, Item[]>();
  readonly #atRest: (() => void)[] = [];
  #running = 0;
  #underWay = 0;

  /** @param send makes the call for what waited together; it tells of its failure by itself */
  constructor(send: (items: readonly Item[]) => Promise<void>) {
    this.#send = send;
  }

  /** Sends as soon as there is room for a call, with whatever waits for the same flat by then. */
  add(flat: number, item: Item): void {
    const together = this.#waiting.get(flat);
    if (together) {
      together.push(item);
      return;
    }
    this.#waiting.set(flat, [item]);
    this.#count(1);
    this.#run();
  }

  /** Counts a call made outside of the queue as under way until it ends. @returns the call */
  track<T>(call: Promise<T>): Promise<T> {
    this.#count(1);
    return call.finally(() => this.#count(-1));
  }

  /** @returns a promise that resolves after the last call; null if no call is running */
  ended(): Promise<void> | null {
    return this.#underWay === 0 ? null : new Promise((resolve) => this.#atRest.push(resolve));
  }

  #run(): void {
    while (this.#running < AT_ONCE) {
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
    this.#underWay += calls;
    if (this.#underWay === 0) for (const tell of this.#atRest.splice(0)) tell();
  }
}
