import { composed } from '#server/http/composed.ts';

/**
 * Reads the secret of scheme `basic` (A3): standard base64 of UTF-8 `login:password`, split at the first colon; the login in
 * small letters.
 * @returns null for another encoding, or without a colon
 */
export function readBasic(secret: string): { login: string; password: string } | null {
  const standard = secret.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]{1,4096}={0,2}$/.test(standard)) return null;
  let plain: string;
  try {
    plain = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(standard, 'base64'));
  } catch {
    return null;
  }
  plain = composed(plain);
  const colon = plain.indexOf(':');
  if (colon < 1 || plain.length > 2_048 || plain.includes('\0')) return null;
  return { login: plain.slice(0, colon).toLowerCase(), password: plain.slice(colon + 1) };
}
