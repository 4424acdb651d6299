import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { createConcurrencyLimit } from '../concurrency-limit.ts';

/** Cost of a hash: memory is 128·N·r bytes, time grows with all three. */
export interface HashCost {
  /** A power of two. */
  N: number;
  r: number;
  p: number;
}

/** Cost of new hashes: 32 MB and about a fifth of a second. Stored in each hash, so that it can be raised. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** Hashing takes a core each and 32 MB: a flood of sign-ins waits here and not in front of everything else. */
const oneOfFew = createConcurrencyLimit(2, 64);

function derive(plain: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return oneOfFew(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // NFKC: the same password typed on another keyboard may come composed differently.
        scrypt(plain.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/**
 * Hashes a password: `scrypt$N$r$p$salt$key`, salt and key in base64url.
 * @throws ApiError too_many_requests when too many wait already
 */
export async function hashPassword(plain: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(plain, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a password belongs to a hash. Takes as long for a wrong one as for a right one.
 * @returns false for a hash it cannot read
 * @throws ApiError too_many_requests when too many wait already
 */
export async function verifyPassword(plain: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  if (![cost.N, cost.r, cost.p].every((part) => Number.isSafeInteger(part) && part > 0)) return false;
  const stored = Buffer.from(key, 'base64url');
  const found = await derive(plain, Buffer.from(salt, 'base64url'), cost);
  return stored.length === found.length && timingSafeEqual(stored, found);
}

let nobody: Promise<string> | null = null;

/** Spends the time of a check on an unknown phone, so that the answer does not tell known phones apart. */
export async function verifyNobody(plain: string): Promise<false> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(plain, await nobody);
  return false;
}
