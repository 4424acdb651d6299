/** Rate limit: `burst` at once, then `second` per second. */
export interface RateLimit {
  burst: number;
  second: number;
}

/** A token bucket for one rate limit. */
export class Allowance {
  readonly #rate: RateLimit;
  readonly #now: () => number;
  #tokens: number;
  #updatedAt: number;

  /** @param now monotonic clock, ms */
  constructor(rate: RateLimit, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.burst;
    this.#updatedAt = now();
  }

  /** Takes tokens. @returns false, without taking any, when there are not enough */
  take(count: number): boolean {
    const { burst, second } = this.#rate;
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#updatedAt) / 1_000) * second);
    this.#updatedAt = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
