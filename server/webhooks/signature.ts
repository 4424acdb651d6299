import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of webhooks as https://www.standardwebhooks.com has them, so that a receiver checks them by a library of its language. */

const PREFIX = 'whsec_';
/** Bytes of a key. */
const KEY = 32;

/** A new key, as the receiver's library takes it: `whsec_` and base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(KEY).toString('base64')}`;

/**
 * The headers that a message is sent with.
 * @param message its id: the same at every attempt
 * @param now when this attempt is made
 */
export function signatureHeaders(secret: string, message: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': message, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
