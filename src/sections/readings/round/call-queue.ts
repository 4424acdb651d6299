/** How many calls are on their way at once: a pasted column must not knock the server over. */
const AT_ONCE = 4;

/** The calls of a round: what is kept goes a few at a time, and one can wait until nothing is under way. */
export class CallQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #atRest: (() => void)[] = [];
  #running = 0;
  #underWay = 0;

  /** Makes a call as soon as there is room for it. It tells of its failure by itself. */
  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#count(1);
    this.#run();
  }

  /** A call that waits for no room counts as under way until it has ended. @returns it */
  track<T>(call: Promise<T>): Promise<T> {
    this.#count(1);
    return call.finally(() => this.#count(-1));
  }

  /** @returns once the last call has ended; null when none is under way */
  ended(): Promise<void> | null {
    return this.#underWay === 0 ? null : new Promise((resolve) => this.#atRest.push(resolve));
  }

  #run(): void {
    while (this.#running < AT_ONCE) {
      const work = this.#waiting.shift();
      if (!work) return;
      this.#running += 1;
      void work().finally(() => {
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
