import { randomInt } from 'node:crypto';
import { SECOND_FACTOR_LIMITS } from '#resources/protocol/access/second-factor.ts';
import { countAttempt, forgiveAttempt, networkPrefix } from '#server/access/attempts.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';

/** Seconds that a code of an app is shown for; one step to either side is forgiven. */
const PERIOD = 30;

/** Codes of an app tried for one person, from everywhere; only after the right password. */
const TRIES = { most: 20, window: 3_600_000 } as const;
/** Second steps from one address, of all people. */
const TRIES_FROM = { most: 60, window: 15 * 60_000 } as const;

const byPerson = (user: number) => `second factor of ${user}`;
const byAddress = (address: string) => `second factor from ${networkPrefix(address)}`;

/** Counts a try of a code before it is compared. @throws ApiError too_many_sign_ins with the seconds to wait */
export async function limitTries({ db, now }: ServerContext, user: number, address: string): Promise<void> {
  for (const [name, limit] of [
    [byAddress(address), TRIES_FROM],
    [byPerson(user), TRIES],
  ] as const) {
    const wait = await countAttempt(db, name, limit, now());
    if (wait > 0) throw new ApiError('too_many_sign_ins', { after: Math.ceil(wait / 1000) });
  }
}

/** Takes back what `limitTries` has counted for a code that was right; what others tried stays counted. */
export async function forgiveTry({ db }: ServerContext, user: number, address: string): Promise<void> {
  await forgiveAttempt(db, byPerson(user));
  await forgiveAttempt(db, byAddress(address));
}

/** Loaded at the first use: most starts need no codes. */
const otp = () => import('otplib');

/** A new shared key: 160 bits. */
export async function newSecret(): Promise<{ secret: Uint8Array; shown: string }> {
  const { generateSecret, ScureBase32Plugin } = await otp();
  const shown = generateSecret();
  return { secret: new ScureBase32Plugin().decode(shown), shown };
}

/** The address that the app reads from the QR code. */
export async function totpUri(issuer: string, label: string, secret: string): Promise<string> {
  const { generateURI } = await otp();
  return generateURI({ issuer, label, secret });
}

/** The step of a right code; null for a wrong one. */
export async function matchingStep(secret: Uint8Array, code: string, now: Date): Promise<number | null> {
  const { verify } = await otp();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({
    secret: new Uint8Array(secret),
    token: code,
    epoch,
    period: PERIOD,
    epochTolerance: PERIOD,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Without letters and digits that are taken for each other. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP = 4;

const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Ten codes like `k7wd-39nf-xq2m`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: SECOND_FACTOR_LIMITS.recoveryCodes }, newRecoveryCode);
