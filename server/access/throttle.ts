import { ApiError } from '#server/http/errors.ts';

/** How many attempts without success are let pass within `WINDOW`. */
const ATTEMPTS = {
  /** On one phone from one address: whoever mistypes his own password. */
  pair: 10,
  /** From one address, whatever the phone: an office behind one address mistypes too. */
  address: 60,
} as const;
/** Attempts on one phone from everywhere, after which each waits. */
const PHONE_SLOWED_AFTER = 20;
const LONGEST_WAIT = 3_000;
/** ms */
const WINDOW = 15 * 60_000;
/** Names remembered at most; the oldest are forgotten first. */
const REMEMBERED = 50_000;

/**
 * Slows the guessing of passwords. A phone that is guessed at from many addresses is not locked, or anybody could lock
 * anybody out: a right password from another address always gets in, attempts on that phone only take longer.
 * An attempt counts when it begins, so that a thousand at once are no way around.
 */
export class SignInThrottle {
  readonly #attempts = new Map<string, { count: number; since: number }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * To be called before a password is looked at; counts the attempt.
   * @returns how long to wait before, ms
   * @throws ApiError too_many_sign_ins with the seconds to wait
   */
  attempt(phone: string, address: string): number {
    const pair = `pair ${phone} ${address}`;
    for (const [name, most] of [[pair, ATTEMPTS.pair] as const, [`address ${address}`, ATTEMPTS.address] as const]) {
      const made = this.#of(name);
      if (made.count < most) continue;
      throw new ApiError('too_many_sign_ins', {
        after: Math.ceil((made.since + WINDOW - this.#now().getTime()) / 1000),
      });
    }
    const over = this.#of(`phone ${phone}`).count - PHONE_SLOWED_AFTER;
    for (const name of [pair, `address ${address}`, `phone ${phone}`]) this.#count(name, 1);
    return over < 0 ? 0 : Math.min(LONGEST_WAIT, 250 * 2 ** Math.min(over, 10));
  }

  /** To be called after a right password: his own mistakes are forgiven, others' on the same phone are not. */
  succeeded(phone: string, address: string): void {
    this.#attempts.delete(`pair ${phone} ${address}`);
    for (const name of [`address ${address}`, `phone ${phone}`]) this.#count(name, -1);
  }

  #of(name: string): { count: number; since: number } {
    const now = this.#now().getTime();
    const made = this.#attempts.get(name);
    return made && now - made.since < WINDOW ? made : { count: 0, since: now };
  }

  #count(name: string, by: number): void {
    const made = this.#of(name);
    this.#attempts.delete(name);
    if (made.count + by > 0) this.#attempts.set(name, { ...made, count: made.count + by });
    for (const oldest of this.#attempts.keys()) {
      if (this.#attempts.size <= REMEMBERED) break;
      this.#attempts.delete(oldest);
    }
  }
}
