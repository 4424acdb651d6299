import { type ClientRequest, type IncomingMessage, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookFailure } from '#resources/protocol/webhooks/webhook-bounds.ts';
import { classifyErrorCode } from '#server/staging/trouble.ts';
import { type AddressRules, createCheckedLookup, RefusedAddressError } from './networks.ts';

/** Timeout of a receiver, ms. */
const TIMEOUT_MS = 10_000;

/** Outcome of an attempt: the status of the response, or the reason why there is none. */
export type Outcome = { status: number } | { failure: WebhookFailure };

/** A message and its URL. */
export interface Message {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const refusal = (addressRules: AddressRules, address: string): WebhookFailure =>
  addressRules.isAllowed(address) ? 'notEncrypted' : 'closedNetwork';

function toFailure(error: unknown, addressRules: AddressRules): WebhookFailure {
  if (error instanceof RefusedAddressError) return refusal(addressRules, error.message);
  const { name, code = '' } = error as { name?: string; code?: string };
  return name === 'AbortError' || name === 'TimeoutError' ? 'late' : classifyErrorCode(code);
}

/**
 * Sends a message once and never throws because of the receiver. Redirects are not followed, since their target was not checked.
 * @param timeoutMs timeout, ms
 */
export async function postMessage(
  { address, headers, body }: Message,
  addressRules: AddressRules,
  timeoutMs = TIMEOUT_MS,
): Promise<Outcome> {
  const url = new URL(address);
  const isEncrypted = url.protocol === 'https:';
  // Plain HTTP is allowed only to networks that the installation trusts.
  const isAllowed = isEncrypted ? addressRules.isAllowed : addressRules.isExplicitlyAllowed;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // IP addresses skip the lookup, so they are checked here.
  if (isIP(host) && !isAllowed(host)) return { failure: refusal(addressRules, host) };
  const bytes = Buffer.from(body);
  const request = isEncrypted ? requestSecurely : requestPlainly;
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
    lookup: createCheckedLookup(isAllowed),
    // A new connection each time, since a kept one skips the check of the address.
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  } as const;
  try {
    return { status: await readStatus(request(url, options), bytes) };
  } catch (error) {
    return { failure: toFailure(error, addressRules) };
  }
}

/** The status of the response; its body is not read. */
function readStatus(call: ClientRequest, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0);
      // Errors after the status do not matter.
      call.on('error', () => undefined);
      answer.destroy();
    });
    // A response that switches protocols closes the call without a response or error event.
    call.once('close', () => reject(new Error('closed without an answer')));
    call.end(bytes);
  });
}
