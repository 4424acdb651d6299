import { randomInt } from 'node:crypto';
import { SECOND_FACTOR_LIMITS } from '#resources/protocol/access/second-factor.ts';
import { countAttempt, networkPrefix, refundAttempt } from '#server/access/attempts.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';

/** Period of a code in the authenticator app, s; a code of the period before or after is accepted too. */
const PERIOD_SECONDS = 30;

/** Attempts per person from all addresses; they are only possible after the right password. */
const ATTEMPTS_PER_PERSON = { maxAttempts: 20, windowMs: 3_600_000 } as const;
/** Attempts per address, for all people. */
const ATTEMPTS_PER_ADDRESS = { maxAttempts: 60, windowMs: 15 * 60_000 } as const;

const personKey = (user: number) => `second factor of ${user}`;
const addressKey = (address: string) => `second factor from ${networkPrefix(address)}`;

/** Counts an attempt before the code is compared. @throws ApiError too_many_sign_ins with the seconds to wait */
export async function limitCodeAttempts({ db, now }: ServerContext, user: number, address: string): Promise<void> {
  for (const [name, limit] of [
    [addressKey(address), ATTEMPTS_PER_ADDRESS],
    [personKey(user), ATTEMPTS_PER_PERSON],
  ] as const) {
    const wait = await countAttempt(db, name, limit, now());
    if (wait > 0) throw new ApiError('too_many_sign_ins', { after: Math.ceil(wait / 1000) });
  }
}

/** Uncounts the attempt of `limitCodeAttempts` after a right code; earlier wrong attempts stay counted. */
export async function forgiveCodeAttempt({ db }: ServerContext, user: number, address: string): Promise<void> {
  await refundAttempt(db, personKey(user));
  await refundAttempt(db, addressKey(address));
}

/** Imported lazily, because most server runs never check a code. */
const importOtp = () => import('otplib');

/** A new TOTP secret of 160 bits, as bytes and, to be shown, in Base32. */
export async function newTotpSecret(): Promise<{ secret: Uint8Array; shown: string }> {
  const { generateSecret, ScureBase32Plugin } = await importOtp();
  const shown = generateSecret();
  return { secret: new ScureBase32Plugin().decode(shown), shown };
}

/** `otpauth:` URI that the app reads from the QR code. */
export async function totpUri(issuer: string, label: string, secret: string): Promise<string> {
  const { generateURI } = await importOtp();
  return generateURI({ issuer, label, secret });
}

/** The time step of a right code; null for a wrong one. */
export async function findMatchingStep(secret: Uint8Array, code: string, now: Date): Promise<number | null> {
  const { verify } = await importOtp();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({
    secret: new Uint8Array(secret),
    token: code,
    epoch,
    period: PERIOD_SECONDS,
    epochTolerance: PERIOD_SECONDS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Without characters that are easily confused (0 and o, 1, i and l). */
const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUP_COUNT = 3;
const GROUP_LENGTH = 4;

const newRecoveryCode = (): string =>
  Array.from({ length: GROUP_COUNT }, () =>
    Array.from({ length: GROUP_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(''),
  ).join('-');

/** A set of new recovery codes like `k7wd-39nf-xq2m`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: SECOND_FACTOR_LIMITS.recoveryCodes }, newRecoveryCode);
