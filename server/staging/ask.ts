import type { StagingEffect } from '#i18n/ru/staging.ts';
import { text } from '#i18n/text.ts';
import { type Trouble, troubleOfCode } from './trouble.ts';

/** Something that is not as the documents have it. */
export interface Deviation {
  what: string;
  /** The console's reaction: a key of `staging.effect` in i18n. */
  effect: StagingEffect;
  /** Specification item, where it is another one than that of the call. */
  item?: string;
}

/** An answer that could be read. */
export interface Answer {
  status: number;
  body: unknown;
  /** How long it took, ms. */
  ms: number;
}

/** Outcome of a call: an answer, or why there is none. */
export type AskResult = Answer | { trouble: Deviation };

/** How much of another server's time and memory a call may take. */
export interface Limits {
  /** How long a call may take, ms. */
  patience: number;
  /** Bytes of an answer that are read. */
  bytes: number;
}

const EFFECT: Readonly<Record<Trouble, StagingEffect>> = {
  late: 'late',
  expired: 'insecure',
  certificate: 'insecure',
  noName: 'unreachable',
  refused: 'unreachable',
  broken: 'unreachable',
};

/** Why a call got no answer at all. */
export function describeFailure(error: unknown): Deviation {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  const trouble = name === 'TimeoutError' ? 'late' : troubleOfCode(code);
  return { what: text(`staging.${trouble}`, { code: code || String(name) }), effect: EFFECT[trouble] };
}

/** Reads no more than `bytes` of an answer; null when there is more. */
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

/** The trouble in place of an answer with data; null for an answer. */
function refusal(status: number, body: string | null): Deviation | null {
  if (status >= 500) return { what: text('staging.failed', { status }), effect: 'failed' };
  if (status >= 300 && status < 400) return { what: text('staging.moved', { status }), effect: 'moved' };
  if (status === 401) return { what: text('staging.stranger'), effect: 'refused' };
  if (status === 403) return { what: text('staging.denied'), effect: 'refused' };
  if (status >= 400) return { what: text('staging.refusedCall', { status }), effect: 'refused' };
  // A success that carries nothing, such as 204.
  return body === '' ? { what: text('staging.otherStatus', { status, expected: 200 }), effect: 'unread' } : null;
}

/** Makes one call. Never throws for what the other server does. @param expected status that the contract has */
export async function makeCall(url: string, init: RequestInit, limits: Limits, expected = 200): Promise<AskResult> {
  const began = performance.now();
  try {
    const signal = AbortSignal.timeout(limits.patience);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status } = response;
    const body = await readUpTo(response, limits.bytes);
    const ms = performance.now() - began;
    // Of a refusal that is expected nothing but its status is asked.
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

/** Whether a page of another origin may call: it matters only to a console that is not served by `STAGING_URL`. */
export async function allowsOrigin(url: string, origin: string, patience: number): Promise<boolean> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(patience) }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  const allowed = answer?.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}
