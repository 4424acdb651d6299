/**
 * Close codes of our sockets. `accessChanged`: rights have changed, reconnect with the same token; `signedOut`: the token is
 * invalid, sign in; `restart`: the server is stopping, and `failed`: an error on the server, reconnect later. The others are
 * limits, after which a client reconnects with growing delays: too many messages, too much unread output, too many sockets of
 * the address or person, too large a message. The frames of `/ws/notifications` are in `notifications.ts`.
 */
export const CLOSE = {
  accessChanged: 4003,
  signedOut: 4001,
  restart: 1012,
  failed: 1011,
  tooFast: 4029,
  tooSlow: 4008,
  tooMany: 4013,
  tooBig: 1009,
} as const;

/**
 * Heartbeat of the bundled server's sockets (ours): a client that has received nothing for a while sends `PING`, and the server
 * responds with `PONG`. Needed because browsers hide WebSocket pings from the page, which could not detect a dead connection
 * otherwise.
 */
export const PING = '{"type":"ping"}';
export const PONG = '{"type":"pong"}';

/** Interval of the server's checks whether a socket's peer responds, ms; a silent one is closed at the second check. */
export const PING_INTERVAL_MS = 14_000;

/** Close codes for exceeding a limit. */
export const LIMIT_CODES: ReadonlySet<number> = new Set([CLOSE.tooFast, CLOSE.tooSlow, CLOSE.tooMany, CLOSE.tooBig]);
