import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { COUNT } from '#resources/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits of codes by SMS; times in ms. All of them are ours, the specification names none (AUTH-38: the server decides). */
export const CODE = {
  life: 10 * MINUTE,
  /** Guesses at one code; with `sends` no more than 50 a day, of a million. */
  tries: 5,
  /** How long a session that typed its code may set a password. */
  spend: 10 * MINUTE,
  /** Between two codes, and how many in which time; by person, so that no telephone can be flooded. */
  cooldown: MINUTE,
  sends: [
    { most: 5, window: HOUR },
    { most: 10, window: 24 * HOUR },
  ],
  /** By address: phones are tried out there, and codes of many people guessed at. */
  sendsFrom: { most: 40, window: 15 * MINUTE },
  /** By address: unknown phones. Enough for slips of the finger, few for trying out. */
  unknownFrom: { most: 10, window: 15 * MINUTE },
  triesFrom: { most: 100, window: 15 * MINUTE },
} as const;

/** How far back sent codes have to be remembered, ms. */
export const MEMORY = Math.max(...CODE.sends.map(({ window }) => window));

/** Six digits, each as likely as any other. */
export function newCode(): string {
  return String(randomInt(10 ** COUNT.codeDigits)).padStart(COUNT.codeDigits, '0');
}

/**
 * How long the next code has to wait, ms; 0 = it may be sent.
 * @param sent when codes were sent to this person, newest first, of `MEMORY` at least
 */
export function waitForCode(sent: readonly Date[], now: Date): number {
  const waits = [{ most: 1, window: CODE.cooldown }, ...CODE.sends].map(({ most, window }) => {
    const oldest = sent[most - 1];
    return oldest ? oldest.getTime() + window - now.getTime() : 0;
  });
  return Math.max(0, ...waits);
}

/** ms as whole seconds of a countdown, never one too few. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

const SALT_BYTES = 16;

function digest(salt: Uint8Array, code: string): Buffer {
  return createHash('sha256').update(salt).update(code).digest();
}

/** The stored hash of a code. */
export function codeHash(code: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, digest(salt, code)]);
}

/** Whether the code matches the hash. */
export function isCode(code: string, hash: Uint8Array): boolean {
  const kept = Buffer.from(hash);
  const found = digest(kept.subarray(0, SALT_BYTES), code);
  const right = kept.subarray(SALT_BYTES);
  return found.length === right.length && timingSafeEqual(found, right);
}
