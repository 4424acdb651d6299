import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import {
  ATTEMPTS_KEPT,
  countAttempt,
  forgetAttempts,
  forgiveAttempt,
  isNoted,
  joinLine,
  networkPrefix,
  noteAttempt,
  trimAttempts,
  waitFor,
} from './attempts.ts';

/** ms */
const WINDOW = 15 * 60_000;
/** How many attempts without success are let pass. */
const LIMITS = {
  /** On one phone from one address: people mistyping their own password. */
  pair: { most: 10, window: WINDOW },
  /** From one address, whatever the phone: an office behind one address mistypes too. */
  address: { most: 60, window: WINDOW },
  /** On one phone from everywhere: counted as far as each one more waits longer. */
  phone: { most: 30, window: WINDOW },
} as const;
/** Attempts on one phone from everywhere, after which each waits for the one before it. */
const PHONE_SLOWED_AFTER = 20;
/** Between two of them, ms. */
const LONGEST_STEP = 3_000;
/** The line of those that wait, ms. */
const LONGEST_LINE = 45_000;

/** How many counts are kept, and after how many attempts of this process they are looked at. */
interface KeptCounts {
  most: number;
  every: number;
}

/**
 * Slows the guessing of passwords. A phone that is guessed at from many addresses is not locked, or anybody could lock
 * anybody out: attempts on it wait one after another, however many come at once, and an address from which its owner has
 * signed in of late does not stand in that line.
 * An attempt counts when it begins, so that a thousand at once are no way around; it counts in the database, for all
 * processes and over restarts, and of IPv6 for a whole network.
 */
export class SignInThrottle {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #kept: KeptCounts;
  #attempts = 0;

  constructor(db: Db, now: () => Date, keptCounts: KeptCounts = { most: ATTEMPTS_KEPT, every: 500 }) {
    this.#db = db;
    this.#now = now;
    this.#kept = keptCounts;
  }

  /**
   * To be called before a password is looked at; counts the attempt.
   * @returns how long to wait before, ms
   * @throws ApiError too_many_sign_ins with the seconds to wait
   */
  async attempt(phone: string, address: string): Promise<number> {
    const names = limitNames(phone, address);
    this.#attempts += 1;
    if (this.#attempts % this.#kept.every === 0) await trimAttempts(this.#db, this.#kept.most);
    // An address that is stopped leaves no count for each phone that it goes on to try.
    refuseFor(await waitFor(this.#db, names.address, LIMITS.address, this.#now()));
    for (const what of ['pair', 'address'] as const) {
      refuseFor(await countAttempt(this.#db, names[what], LIMITS[what], this.#now()));
    }
    if (await isNoted(this.#db, names.known)) return 0;
    const { count } = await noteAttempt(this.#db, names.phone, LIMITS.phone, this.#now());
    const over = count - 1 - PHONE_SLOWED_AFTER;
    if (over < 0) return 0;
    const step = Math.min(LONGEST_STEP, 250 * 2 ** over);
    const { joined, wait } = await joinLine(this.#db, names.line, { step, longest: LONGEST_LINE }, this.#now());
    if (!joined) refuseFor(wait);
    return wait;
  }

  /** To be called after a right password: their own mistakes are forgiven, others' on the same phone are not. */
  async succeeded(phone: string, address: string): Promise<void> {
    const names = limitNames(phone, address);
    await forgetAttempts(this.#db, names.pair);
    await forgiveAttempt(this.#db, names.address);
    await forgiveAttempt(this.#db, names.phone);
    await noteAttempt(this.#db, names.known, { most: 1, window: WINDOW }, this.#now());
  }
}

/** @param wait ms @throws ApiError too_many_sign_ins unless it is 0 */
function refuseFor(wait: number): void {
  if (wait > 0) throw new ApiError('too_many_sign_ins', { after: Math.ceil(wait / 1000) });
}

function limitNames(phone: string, address: string) {
  const network = networkPrefix(address);
  return {
    pair: `sign in as ${phone} from ${network}`,
    address: `sign in from ${network}`,
    phone: `sign in as ${phone}`,
    line: `line to sign in as ${phone}`,
    // Forgotten with all other counts, after a day.
    known: `signed in as ${phone} from ${network}`,
  };
}
