import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { createConcurrencyLimit } from '../concurrency-limit.ts';

/** scrypt cost: memory is 128·N·r bytes; time grows with N, r and p. */
export interface HashCost {
  /** A power of two. */
  N: number;
  r: number;
  p: number;
}

/** Cost of new hashes: 32 MB and about 0.2 s. Stored in each hash, so that it can be raised later. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** A hash takes a core and 32 MB, so a flood of sign-ins queues here instead of slowing down everything else. */
const limitHashing = createConcurrencyLimit(2, 64);

function derive(plain: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return limitHashing(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // NFKC: another keyboard may compose the same characters differently.
        scrypt(plain.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/**
 * Hashes a password: `scrypt$N$r$p$salt$key`, salt and key in base64url.
 * @throws ApiError too_many_requests when too many are waiting
 */
export async function hashPassword(plain: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(plain, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Checks a password against a hash in constant time.
 * @returns false for a hash of another format
 * @throws ApiError too_many_requests when too many are waiting
 */
export async function verifyPassword(plain: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  if (![cost.N, cost.r, cost.p].every((part) => Number.isSafeInteger(part) && part > 0)) return false;
  const stored = Buffer.from(key, 'base64url');
  const derivedKey = await derive(plain, Buffer.from(salt, 'base64url'), cost);
  return stored.length === derivedKey.length && timingSafeEqual(stored, derivedKey);
}

let dummyHash: Promise<string> | null = null;

/** Takes as long as a real check, so that the response time does not reveal whether a phone is known. */
export async function verifyAgainstDummy(plain: string): Promise<false> {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(plain, await dummyHash);
  return false;
}
