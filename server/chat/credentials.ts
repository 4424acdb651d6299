import { normalizeStrings } from '#server/http/normalize-strings.ts';

/**
 * Reads the secret of scheme `basic` (A3): base64 of UTF-8 `login:password`, split at the first colon; the login is lowercased.
 * @returns null for another encoding, or without a colon
 */
export function readBasic(secret: string): { login: string; password: string } | null {
  const base64 = secret.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]{1,4096}={0,2}$/.test(base64)) return null;
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
  decoded = normalizeStrings(decoded);
  const colon = decoded.indexOf(':');
  if (colon < 1 || decoded.length > 2_048 || decoded.includes('\0')) return null;
  return { login: decoded.slice(0, colon).toLowerCase(), password: decoded.slice(colon + 1) };
}
