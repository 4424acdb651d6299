import { createSign } from 'node:crypto';
import * as z from 'zod';
import type { Firebase } from '#server/config-push.ts';

/** Where the cloud gives out access; tests put their own in its place. */
const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** A token is given up this long before it ends, ms. */
const MARGIN = 60_000;
const TIMEOUT = 10_000;

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The signed statement of our identity (RFC 7523), good for an hour. */
function assertion(account: Firebase['serviceAccount'], audience: string, now: Date): string {
  const at = Math.floor(now.getTime() / 1000);
  const claims = { iss: account.clientEmail, scope: SCOPE, aud: audience, iat: at, exp: at + 3_600 };
  const body = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  // Keys from an environment variable often carry their line breaks as two characters.
  const key = account.privateKey.replaceAll('\\n', '\n');
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`;
}

/** Access tokens of a service account, kept until shortly before they end; simultaneous callers share one request. */
export function accessTokens(
  account: Firebase['serviceAccount'],
  now: () => Date,
  address = TOKEN_ADDRESS,
): () => Promise<string> {
  let cachedToken: { token: string; until: number } | null = null;
  let asking: Promise<string> | null = null;
  const ask = async () => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertion(account, address, now()),
      }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) throw new Error(`The push account was refused: ${response.status}`);
    const { access_token, expires_in } = answer.parse(await response.json());
    cachedToken = { token: access_token, until: now().getTime() + expires_in * 1000 - MARGIN };
    return access_token;
  };
  return () => {
    if (cachedToken && cachedToken.until > now().getTime()) return Promise.resolve(cachedToken.token);
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}
