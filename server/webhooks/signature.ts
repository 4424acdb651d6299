import { createHmac, randomBytes } from 'node:crypto';

/**
 * Prefix of signing keys. Signatures follow https://www.standardwebhooks.com, so that receivers can check them with existing
 * libraries.
 */
const PREFIX = 'whsec_';
/** Length of a key, bytes. */
const KEY_BYTES = 32;

/** A new signing key in the standard format: `whsec_` and base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;

/**
 * The signature headers of a message.
 * @param message its id, the same for every attempt
 * @param now time of this attempt
 */
export function signatureHeaders(secret: string, message: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': message, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
