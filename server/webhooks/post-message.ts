import { type ClientRequest, type IncomingMessage, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookFailure } from '#resources/protocol/webhooks/webhook-bounds.ts';
import { troubleOfCode } from '#server/staging/trouble.ts';
import { lookupAmong, type Networks, RefusedAddressError } from './networks.ts';

/** How long a receiver may take, ms. */
const PATIENCE = 10_000;

/** Outcome of an attempt: the status of the answer, or why there is none. */
export type Outcome = { status: number } | { failure: WebhookFailure };

/** The message, and its address. */
export interface Message {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const refusal = (networks: Networks, address: string): WebhookFailure =>
  networks.isOpen(address) ? 'notEncrypted' : 'closedNetwork';

function failureOf(error: unknown, networks: Networks): WebhookFailure {
  if (error instanceof RefusedAddressError) return refusal(networks, error.message);
  const { name, code = '' } = error as { name?: string; code?: string };
  return name === 'AbortError' || name === 'TimeoutError' ? 'late' : troubleOfCode(code);
}

/**
 * Sends a message once. A redirect is an answer like any other: its address was not looked at by anybody.
 * Never throws for what the receiver does.
 * @param patience how long the receiver may take, ms
 */
export async function postMessage(
  { address, headers, body }: Message,
  networks: Networks,
  patience = PATIENCE,
): Promise<Outcome> {
  const url = new URL(address);
  const isEncrypted = url.protocol === 'https:';
  // Without encryption only where the installation trusts the network.
  const isAllowed = isEncrypted ? networks.isOpen : networks.isNamed;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address is not looked up, so it is looked at here.
  if (isIP(host) && !isAllowed(host)) return { failure: refusal(networks, host) };
  const bytes = Buffer.from(body);
  const request = isEncrypted ? requestSecurely : requestPlainly;
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
    lookup: lookupAmong(isAllowed),
    // A connection of its own: one that is kept was looked up long ago.
    agent: false,
    signal: AbortSignal.timeout(patience),
  } as const;
  try {
    return { status: await readStatus(request(url, options), bytes) };
  } catch (error) {
    return { failure: failureOf(error, networks) };
  }
}

/** The status of an answer; its body is not read. */
function readStatus(call: ClientRequest, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0);
      // The rest of the answer does not matter.
      call.on('error', () => undefined);
      answer.destroy();
    });
    // An answer that changes the protocol ends the call without an answer or an error.
    call.once('close', () => reject(new Error('closed without an answer')));
    call.end(bytes);
  });
}
