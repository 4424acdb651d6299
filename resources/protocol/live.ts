/**
 * Close codes of our sockets: rights changed (come back with the same token), token dead (sign in), server stopping, something failed
 * on it (come back later); and over a limit, after which a client comes back with growing pauses: it sent too much in too short a
 * time, left too much unread, or its address or person has too many sockets, or one message was too long.
 * The frames of `/ws/notifications` are in `notifications.ts`.
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
 * Heartbeat of the box's sockets, an addition: a client that has heard nothing for a while sends `PING`, and the server answers `PONG`
 * at once. A browser does not show its page the pings of the WebSocket protocol, so the page could not notice a dead connection by them.
 */
export const PING = '{"type":"ping"}';
export const PONG = '{"type":"pong"}';

/** Between two looks of the server whether the other end of a socket answers, ms: one that does not is let go by the second. */
export const PING_EVERY = 14_000;

/** Codes of a client that went over a limit. */
export const LIMIT_CODES: ReadonlySet<number> = new Set([CLOSE.tooFast, CLOSE.tooSlow, CLOSE.tooMany, CLOSE.tooBig]);
