import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Hands a text over; the same text under the same key is the same message. @throws SmsRefused */
export type Gateway = (to: string, text: string, key?: string) => Promise<void>;

/** The gateway did not take a message; says nothing of its text, number or key. */
export class SmsRefused extends Error {}

/** How patient the gateway is called, ms: a person waits in front of the screen. */
const PATIENCE = { timeout: 4_000, pauses: [300, 1_200] } as const;

/** Answers after which the same call may go through a moment later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * A gateway spoken to over HTTP: `POST <url>` with JSON `{to, text}`, any 2xx is success. Its key stands in the address, as a
 * query (`?key=…`) or as `user:password@` (sent as Basic). All attempts of a message carry one `Idempotency-Key`, so that
 * a retry after a lost answer need not send twice.
 */
export function gateway(address: string, patience: { timeout: number; pauses: readonly number[] } = PATIENCE): Gateway {
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
    const keyed = { ...headers, 'idempotency-key': key };
    for (const wait of [...patience.pauses, null]) {
      const answer = await attempt(url, keyed, body, patience.timeout);
      if (answer === 'taken') return;
      if (answer.final || wait === null) throw new SmsRefused(answer.why);
      await pause(wait);
    }
  };
}

type Outcome = 'taken' | { why: string; final: boolean };

async function attempt(url: URL, headers: Record<string, string>, body: string, timeout: number): Promise<Outcome> {
  try {
    // A gateway that sends us elsewhere would be handed the code as well.
    const request = {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    } as const;
    const answer = await fetch(url, request);
    await answer.body?.cancel();
    if (answer.ok) return 'taken';
    return { why: `the gateway answered ${answer.status}`, final: !PASSING.has(answer.status) };
  } catch (error) {
    // Its name only: a message may quote the address, and in it the key.
    const name = error && typeof error === 'object' && 'name' in error ? String(error.name) : 'unknown';
    return { why: `the gateway did not answer: ${name}`, final: false };
  }
}
