import type { StagingEffect } from '#i18n/ru/staging.ts';
import { text } from '#i18n/text.ts';
import { classifyErrorCode, type NetworkFailure } from './trouble.ts';

/** A difference from the documents. */
export interface Deviation {
  what: string;
  /** The console's reaction, a key of `staging.effect` in i18n. */
  effect: StagingEffect;
  /** Specification item, if it differs from that of the call. */
  item?: string;
}

/** A parsed answer. */
export interface Answer {
  status: number;
  body: unknown;
  /** Response time, ms. */
  ms: number;
}

/** Outcome of a call: an answer, or the reason why there is none. */
export type CallResult = Answer | { trouble: Deviation };

/** Limits of one call to the other server. */
export interface Limits {
  /** Timeout of a call, ms. */
  timeoutMs: number;
  /** Largest answer read, bytes. */
  bytes: number;
}

const EFFECTS: Readonly<Record<NetworkFailure, StagingEffect>> = {
  late: 'late',
  expired: 'insecure',
  certificate: 'insecure',
  noName: 'unreachable',
  refused: 'unreachable',
  broken: 'unreachable',
};

/** Describes why a call got no answer at all. */
export function describeFailure(error: unknown): Deviation {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  const trouble = name === 'TimeoutError' ? 'late' : classifyErrorCode(code);
  return { what: text(`staging.${trouble}`, { code: code || String(name) }), effect: EFFECTS[trouble] };
}

/** The body of an answer; null if it is longer than `bytes`. */
async function readUpTo(response: Response, bytes: number): Promise<string | null> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    size += value.length;
    chunks.push(value);
    if (size <= bytes) continue;
    await reader.cancel();
    return null;
  }
}

/** The deviation for an answer without data; null if it has data. */
function refusal(status: number, body: string | null): Deviation | null {
  if (status >= 500) return { what: text('staging.failed', { status }), effect: 'failed' };
  if (status >= 300 && status < 400) return { what: text('staging.moved', { status }), effect: 'moved' };
  if (status === 401) return { what: text('staging.stranger'), effect: 'refused' };
  if (status === 403) return { what: text('staging.denied'), effect: 'refused' };
  if (status >= 400) return { what: text('staging.refusedCall', { status }), effect: 'refused' };
  // A successful answer without a body, such as 204.
  return body === '' ? { what: text('staging.otherStatus', { status, expected: 200 }), effect: 'unread' } : null;
}

/**
 * Makes one call; never throws because of the other server.
 * @param expected status required by the contract
 */
export async function makeCall(url: string, init: RequestInit, limits: Limits, expected = 200): Promise<CallResult> {
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status } = response;
    const body = await readUpTo(response, limits.bytes);
    const ms = performance.now() - startedAt;
    // Only the status of an expected error is checked.
    if (expected !== 200) return { status, body: null, ms };
    const refused = refusal(status, body);
    if (refused) return { trouble: refused };
    if (body === null) return { trouble: { what: text('staging.tooLong', { bytes: limits.bytes }), effect: 'heavy' } };
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('html') || /^\s*</.test(body)) return { trouble: { what: text('staging.html'), effect: 'html' } };
    try {
      return { status, body: JSON.parse(body) as unknown, ms };
    } catch {
      return { trouble: { what: text('staging.noJson'), effect: 'unread' } };
    }
  } catch (error) {
    return { trouble: describeFailure(error) };
  }
}

/** Whether CORS allows another origin; this matters only to a console that is not served by `STAGING_URL`. */
export async function allowsOrigin(url: string, origin: string, timeoutMs: number): Promise<boolean> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  const allowed = answer?.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}
