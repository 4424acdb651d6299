import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import {
  countAttempt,
  forgetAttempts,
  hasAttempts,
  joinQueue,
  MAX_STORED_ATTEMPTS,
  networkPrefix,
  recordAttempt,
  refundAttempt,
  remainingWait,
  trimAttempts,
} from './attempts.ts';

const WINDOW_MS = 15 * 60_000;
/** Attempts per window; `phone` never refuses, its maximum only caps the stored count. */
const SIGN_IN_LIMITS = {
  /** For one phone from one address: people who mistype their own password. */
  pair: { maxAttempts: 10, windowMs: WINDOW_MS },
  /** For one address, whatever the phone: a whole office may share an address. */
  address: { maxAttempts: 60, windowMs: WINDOW_MS },
  /** For one phone from all addresses: attempts are queued above `PHONE_SLOWED_AFTER`, and the count stops at this maximum. */
  phone: { maxAttempts: 30, windowMs: WINDOW_MS },
} as const;
/** After this many attempts on one phone from all addresses, further ones are queued. */
const PHONE_SLOWED_AFTER = 20;
/** Longest interval between two queued attempts, ms. */
const MAX_STEP_MS = 3_000;
/** Maximum length of the queue, ms. */
const MAX_QUEUE_MS = 45_000;

/** Maximum number of stored counts, and after how many attempts of this process they are trimmed. */
interface TrimOptions {
  most: number;
  every: number;
}

/**
 * Slows down password guessing. A phone attacked from many addresses is not locked, because anyone could then lock out its owner; attempts on it are queued instead, except from addresses where its owner has signed in recently. An attempt counts before the check, so
 * parallel requests gain nothing; counts are in the database, so they hold for all processes and across restarts. An IPv6 address
 * counts as its /64 network.
 */
export class SignInThrottle {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #trimOptions: TrimOptions;
  #attempts = 0;

  constructor(db: Db, now: () => Date, trimOptions: TrimOptions = { most: MAX_STORED_ATTEMPTS, every: 500 }) {
    this.#db = db;
    this.#now = now;
    this.#trimOptions = trimOptions;
  }

  /**
   * Counts an attempt; call it before checking the password.
   * @returns delay before the check, ms
   * @throws ApiError too_many_sign_ins with the seconds to wait
   */
  async attempt(phone: string, address: string): Promise<number> {
    const names = counterNames(phone, address);
    this.#attempts += 1;
    if (this.#attempts % this.#trimOptions.every === 0) await trimAttempts(this.#db, this.#trimOptions.most);
    // Checked first, so that a blocked address does not add a count for each phone that it tries.
    refuseFor(await remainingWait(this.#db, names.address, SIGN_IN_LIMITS.address, this.#now()));
    for (const scope of ['pair', 'address'] as const) {
      refuseFor(await countAttempt(this.#db, names[scope], SIGN_IN_LIMITS[scope], this.#now()));
    }
    if (await hasAttempts(this.#db, names.known)) return 0;
    const { count } = await recordAttempt(this.#db, names.phone, SIGN_IN_LIMITS.phone, this.#now());
    const excess = count - 1 - PHONE_SLOWED_AFTER;
    if (excess < 0) return 0;
    const step = Math.min(MAX_STEP_MS, 250 * 2 ** excess);
    const { joined, wait } = await joinQueue(this.#db, names.line, { step, longest: MAX_QUEUE_MS }, this.#now());
    if (!joined) refuseFor(wait);
    return wait;
  }

  /** Call after a correct password: this person's own failed attempts are forgiven, those of others on the same phone are not. */
  async succeeded(phone: string, address: string): Promise<void> {
    const names = counterNames(phone, address);
    await forgetAttempts(this.#db, names.pair);
    await refundAttempt(this.#db, names.address);
    await refundAttempt(this.#db, names.phone);
    await recordAttempt(this.#db, names.known, { maxAttempts: 1, windowMs: WINDOW_MS }, this.#now());
  }
}

/** @param wait ms @throws ApiError too_many_sign_ins unless it is 0 */
function refuseFor(wait: number): void {
  if (wait > 0) throw new ApiError('too_many_sign_ins', { after: Math.ceil(wait / 1000) });
}

function counterNames(phone: string, address: string) {
  const network = networkPrefix(address);
  return {
    pair: `sign in as ${phone} from ${network}`,
    address: `sign in from ${network}`,
    phone: `sign in as ${phone}`,
    line: `line to sign in as ${phone}`,
    // Expires with all other counts, after a day.
    known: `signed in as ${phone} from ${network}`,
  };
}
