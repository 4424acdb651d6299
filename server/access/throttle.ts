import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { countAttempt, forgetAttempts, forgiveAttempt, networkOf, noteAttempt } from './attempts.ts';

/** ms */
const WINDOW = 15 * 60_000;
/** How many attempts without success are let pass. */
const LIMITS = {
  /** On one phone from one address: whoever mistypes his own password. */
  pair: { most: 10, window: WINDOW },
  /** From one address, whatever the phone: an office behind one address mistypes too. */
  address: { most: 60, window: WINDOW },
  /** On one phone from everywhere: counted as far as each one more waits longer, never refused. */
  phone: { most: 30, window: WINDOW },
} as const;
/** Attempts on one phone from everywhere, after which each waits. */
const PHONE_SLOWED_AFTER = 20;
const LONGEST_WAIT = 3_000;

/**
 * Slows the guessing of passwords. A phone that is guessed at from many addresses is not locked, or anybody could lock
 * anybody out: a right password from another address always gets in, attempts on that phone only take longer.
 * An attempt counts when it begins, so that a thousand at once are no way around; it counts in the database, for all
 * processes and over restarts, and of IPv6 for a whole network.
 */
export class SignInThrottle {
  readonly #db: Db;
  readonly #now: () => Date;

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * To be called before a password is looked at; counts the attempt.
   * @returns how long to wait before, ms
   * @throws ApiError too_many_sign_ins with the seconds to wait
   */
  async attempt(phone: string, address: string): Promise<number> {
    const names = namesOf(phone, address);
    for (const what of ['pair', 'address'] as const) {
      const wait = await countAttempt(this.#db, names[what], LIMITS[what], this.#now());
      if (wait > 0) throw new ApiError('too_many_sign_ins', { after: Math.ceil(wait / 1000) });
    }
    const { count } = await noteAttempt(this.#db, names.phone, LIMITS.phone, this.#now());
    const over = count - 1 - PHONE_SLOWED_AFTER;
    return over < 0 ? 0 : Math.min(LONGEST_WAIT, 250 * 2 ** over);
  }

  /** To be called after a right password: his own mistakes are forgiven, others' on the same phone are not. */
  async succeeded(phone: string, address: string): Promise<void> {
    const names = namesOf(phone, address);
    await forgetAttempts(this.#db, names.pair);
    await forgiveAttempt(this.#db, names.address);
    await forgiveAttempt(this.#db, names.phone);
  }
}

function namesOf(phone: string, address: string) {
  const network = networkOf(address);
  return {
    pair: `sign in as ${phone} from ${network}`,
    address: `sign in from ${network}`,
    phone: `sign in as ${phone}`,
  };
}
