/**
 * Close codes of our sockets: rights changed (come back with the same token), token dead (sign in), server stopping, something failed
 * on it (come back later).
 * What `/ws/notifications` says is in `notifications.ts`.
 */
export const CLOSE = { accessChanged: 4003, signedOut: 4001, restart: 1012, failed: 1011 } as const;
