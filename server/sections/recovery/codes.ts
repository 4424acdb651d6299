import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { COUNT } from '#resources/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits of SMS codes, times in ms. All of them are our choice: the specification leaves them to the server (AUTH-38). */
export const CODE_LIMITS = {
  life: 10 * MINUTE,
  /** Guesses per code; with `sends` that makes at most 50 a day, out of a million codes. */
  tries: 5,
  /** Time within which a session that confirmed its code may set a password. */
  spend: 10 * MINUTE,
  /** Pause between two codes, and maximum number of codes per window; per person, so that no phone can be flooded. */
  cooldown: MINUTE,
  sends: [
    { maxAttempts: 5, windowMs: HOUR },
    { maxAttempts: 10, windowMs: 24 * HOUR },
  ],
  /** Per address, against probing of phones and guessing at the codes of many people. */
  sendsFrom: { maxAttempts: 40, windowMs: 15 * MINUTE },
  /** Per address, unknown phones: enough for typing errors, too few for probing. */
  unknownFrom: { maxAttempts: 10, windowMs: 15 * MINUTE },
  triesFrom: { maxAttempts: 100, windowMs: 15 * MINUTE },
} as const;

/** How long sent codes must be remembered for the limits, ms. */
export const CODE_MEMORY_MS = Math.max(...CODE_LIMITS.sends.map(({ windowMs }) => windowMs));

/** A random code of six digits, uniformly distributed. */
export function generateCode(): string {
  return String(randomInt(10 ** COUNT.codeDigits)).padStart(COUNT.codeDigits, '0');
}

/**
 * Time until the next code may be sent, ms; 0 if it may be sent now.
 * @param sentAt when codes were sent to this person, newest first; must cover at least `CODE_MEMORY_MS`
 */
export function computeCodeWait(sentAt: readonly Date[], now: Date): number {
  const waits = [{ maxAttempts: 1, windowMs: CODE_LIMITS.cooldown }, ...CODE_LIMITS.sends].map(
    ({ maxAttempts, windowMs }) => {
      const oldest = sentAt[maxAttempts - 1];
      return oldest ? oldest.getTime() + windowMs - now.getTime() : 0;
    },
  );
  return Math.max(0, ...waits);
}

/** Milliseconds as whole seconds, rounded up, so that a countdown never ends too early. */
export function toWholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

const SALT_BYTES = 16;

function digest(salt: Uint8Array, code: string): Buffer {
  return createHash('sha256').update(salt).update(code).digest();
}

/** The stored hash of a code. */
export function hashCode(code: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, digest(salt, code)]);
}

/** Whether the code matches the hash. */
export function matchesCodeHash(code: string, hash: Uint8Array): boolean {
  const stored = Buffer.from(hash);
  const actual = digest(stored.subarray(0, SALT_BYTES), code);
  const expected = stored.subarray(SALT_BYTES);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
