import { has } from '#resources/language/features.ts';
import { decodeTicket } from '#resources/protocol/access/access-answers.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import { SOCKET_TICKETS_PATH } from '#resources/protocol/paths/access.ts';
import { ask } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { featuresNow } from '../session/features.ts';
import { session } from '../session/session.ts';

/** Time limit of fetching a ticket, ms: the next attempt may find the network back. */
const TICKET_IN = 8_000;

/**
 * The address of a socket of ours with its credential: a one-use ticket, or the token itself where the server
 * knows no tickets (the specification's own way).
 * @param path `/ws/notifications`
 * @throws RequestError with status 401 when the token is dead, 0 when there is no connection
 */
export async function socketAddress(path: string): Promise<string> {
  const base = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
  const byToken = () => `${base}?token=${encodeURIComponent(session.token.get() ?? '')}`;
  if (!has(featuresNow(), 'live')) return byToken();
  try {
    const ticket = await ask(SOCKET_TICKETS_PATH, decodeTicket, { method: 'POST', report: false, patience: TICKET_IN });
    return ticket ? `${base}?ticket=${encodeURIComponent(ticket)}` : byToken();
  } catch (error) {
    const unknown = error instanceof RequestError && (error.status === 404 || error.status === 405);
    if (!unknown) throw error;
    return byToken();
  }
}

/** A message of the socket, of any type, known here or not; null unless it is a JSON object with a `type`. */
export function readMessage(data: unknown): LiveMessage | null {
  if (typeof data !== 'string') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return null;
  }
  const known = typeof parsed === 'object' && parsed !== null && 'type' in parsed;
  return known ? (parsed as LiveMessage) : null;
}
