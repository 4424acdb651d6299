import { createSign } from 'node:crypto';
import * as z from 'zod';
import type { Firebase } from '#server/config-push.ts';

/** Google OAuth token endpoint; tests pass another address. */
const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** A token is renewed this long before it expires, ms. */
const RENEWAL_MARGIN_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const base64UrlJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed JWT assertion for the service account (RFC 7523), valid for one hour. */
function signAssertion(account: Firebase['serviceAccount'], audience: string, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { iss: account.clientEmail, scope: SCOPE, aud: audience, iat: issuedAt, exp: issuedAt + 3_600 };
  const body = `${base64UrlJson({ alg: 'RS256', typ: 'JWT' })}.${base64UrlJson(claims)}`;
  // In environment variables the line breaks of keys are often escaped as `\n`.
  const key = account.privateKey.replaceAll('\\n', '\n');
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`;
}

/** Access tokens of a service account, cached until shortly before they expire; concurrent callers share one request. */
export function createAccessTokens(
  account: Firebase['serviceAccount'],
  now: () => Date,
  address = TOKEN_ADDRESS,
): () => Promise<string> {
  let cachedToken: { token: string; until: number } | null = null;
  let pendingRequest: Promise<string> | null = null;
  const requestToken = async () => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signAssertion(account, address, now()),
      }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The push service refused the service account: HTTP ${response.status}`);
    const { access_token, expires_in } = tokenResponse.parse(await response.json());
    cachedToken = { token: access_token, until: now().getTime() + expires_in * 1000 - RENEWAL_MARGIN_MS };
    return access_token;
  };
  return () => {
    if (cachedToken && cachedToken.until > now().getTime()) return Promise.resolve(cachedToken.token);
    pendingRequest ??= requestToken().finally(() => {
      pendingRequest = null;
    });
    return pendingRequest;
  };
}
