import { hasAddition } from '#resources/language/features.ts';
import { decodeTicket } from '#resources/protocol/access/access-answers.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import { SOCKET_TICKETS_PATH } from '#resources/protocol/paths/access.ts';
import { ask } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { currentFeatures } from '../session/features.ts';
import { session } from '../session/session.ts';

/** Timeout for fetching a ticket, ms; the socket then retries. */
const TICKET_TIMEOUT_MS = 8_000;

/**
 * WebSocket URL with its credential: a one-time ticket, or the session token where the server does not support tickets (as in the
 * specification).
 * @param path `/ws/notifications`
 * @throws RequestError with status 401 when the token is dead, 0 when there is no connection
 */
export async function socketAddress(path: string): Promise<string> {
  const base = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
  const urlWithToken = () => `${base}?token=${encodeURIComponent(session.token.get() ?? '')}`;
  if (!hasAddition(currentFeatures(), 'live')) return urlWithToken();
  try {
    const ticket = await ask(SOCKET_TICKETS_PATH, decodeTicket, {
      method: 'POST',
      report: false,
      timeoutMs: TICKET_TIMEOUT_MS,
    });
    return ticket ? `${base}?ticket=${encodeURIComponent(ticket)}` : urlWithToken();
  } catch (error) {
    const isUnsupported = error instanceof RequestError && (error.status === 404 || error.status === 405);
    if (!isUnsupported) throw error;
    return urlWithToken();
  }
}

/** Parses a socket message; null unless it is a JSON object with a `type`. The type may be one this client does not know. */
export function readMessage(data: unknown): LiveMessage | null {
  if (typeof data !== 'string') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return null;
  }
  const isMessage = typeof parsed === 'object' && parsed !== null && 'type' in parsed;
  return isMessage ? (parsed as LiveMessage) : null;
}
