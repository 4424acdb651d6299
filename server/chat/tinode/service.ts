import { createHmac, timingSafeEqual } from 'node:crypto';

/** Login of the account of our own that speaks to a Tinode server with all rights (B5). No phone is written so. */
export const SERVICE_LOGIN = 'service';

/** How long a password of it is taken, ms. */
const LIVES = 60_000;

const sign = (secret: string, until: string): string =>
  createHmac('sha256', secret).update(`chat service ${until}`).digest('base64url');

/** A password that opens the account for a minute. @param secret `CHAT_AUTH_SECRET`, which only we and the server's path know */
export function servicePassword(secret: string, now: Date): string {
  const until = String(now.getTime() + LIVES);
  return `${until}.${sign(secret, until)}`;
}

/** Whether a password of the account is ours and not too old. */
export function isServicePassword(secret: string, password: string, now: Date): boolean {
  const [until = '', signature = ''] = password.split('.');
  if (!/^\d{13}$/.test(until) || Number(until) < now.getTime()) return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(secret, until))];
  return given.length === right.length && timingSafeEqual(given, right);
}
