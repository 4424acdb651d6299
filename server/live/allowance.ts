/** How much is let through: `burst` at once, `second` a second over time. */
export interface Rate {
  burst: number;
  second: number;
}

/** A token bucket: what may still come of something that is limited by a rate. */
export class Allowance {
  readonly #rate: Rate;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** @param now ms on a clock that never goes back */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#left = rate.burst;
    this.#at = now();
  }

  /** @returns false when there is not so much left; then nothing is taken */
  take(count: number): boolean {
    const { burst, second } = this.#rate;
    const now = this.#now();
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1_000) * second);
    this.#at = now;
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }
}
