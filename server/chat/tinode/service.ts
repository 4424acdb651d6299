import { createHmac, timingSafeEqual } from 'node:crypto';

/** Login of our own service account, which has all rights on a Tinode server (B5). Can never be a phone number. */
export const SERVICE_LOGIN = 'service';

/** Lifetime of a service password, ms. */
const PASSWORD_TTL_MS = 60_000;

const sign = (secret: string, until: string): string =>
  createHmac('sha256', secret).update(`chat service ${until}`).digest('base64url');

/** A password of the service account, valid for a minute. @param secret `CHAT_AUTH_SECRET`, shared only with the Tinode server */
export function servicePassword(secret: string, now: Date): string {
  const until = String(now.getTime() + PASSWORD_TTL_MS);
  return `${until}.${sign(secret, until)}`;
}

/** Whether a password of the service account is genuine and not expired. */
export function isServicePassword(secret: string, password: string, now: Date): boolean {
  const [until = '', signature = ''] = password.split('.');
  if (!/^\d{13}$/.test(until) || Number(until) < now.getTime()) return false;
  const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(secret, until))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
