import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Sends a text message; the same text with the same key is the same message. @throws SmsRefused */
export type SmsGateway = (to: string, text: string, key?: string) => Promise<void>;

/** The gateway did not accept a message. Contains neither its text, phone nor key. */
export class SmsRefused extends Error {}

/** Timeout and retry delays, ms; short, because a person is waiting at the screen. */
const RETRY_POLICY = { timeout: 4_000, pauses: [300, 1_200] } as const;

/** Status codes after which a retry may succeed. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * A gateway spoken to over HTTP: `POST <url>` with JSON `{to, text}`; any 2xx is success. Its key is in the URL, as a query
 * (`?key=…`) or as `user:password@` (sent as Basic). All attempts of a message use the same `Idempotency-Key`, so that a retry
 * after a lost response does not send it twice.
 */
export function createGateway(
  address: string,
  retryPolicy: { timeout: number; pauses: readonly number[] } = RETRY_POLICY,
): SmsGateway {
  const url = new URL(address);
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (url.username || url.password) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return async (to, text, key = randomUUID()) => {
    const body = JSON.stringify({ to, text });
    const requestHeaders = { ...headers, 'idempotency-key': key };
    for (const wait of [...retryPolicy.pauses, null]) {
      const outcome = await sendOnce(url, requestHeaders, body, retryPolicy.timeout);
      if (outcome === 'taken') return;
      if (outcome.final || wait === null) throw new SmsRefused(outcome.why);
      await pause(wait);
    }
  };
}

type AttemptOutcome = 'taken' | { why: string; final: boolean };

async function sendOnce(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeout: number,
): Promise<AttemptOutcome> {
  try {
    // A redirect is not followed, because its target would receive the code in the text.
    const request = {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    } as const;
    const response = await fetch(url, request);
    await response.body?.cancel();
    if (response.ok) return 'taken';
    return { why: `the gateway answered ${response.status}`, final: !RETRYABLE_STATUS.has(response.status) };
  } catch (error) {
    // Only the error's name: its message may contain the URL, and with it the key.
    const name = error && typeof error === 'object' && 'name' in error ? String(error.name) : 'unknown';
    return { why: `the gateway did not answer: ${name}`, final: false };
  }
}
