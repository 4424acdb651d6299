/** Error code of the chat (A14), 504 for a timeout; 0 for an error without a code. */
export function chatErrorCode(error: unknown): number {
  return error instanceof Error && 'code' in error ? Number(error.code) : 0;
}

/** The server considers the chat attached and the SDK does not: only a new connection resolves that. */
export class NotAttached extends Error {
  constructor() {
    super('The chat is attached to the server alone');
    this.name = 'NotAttached';
  }
}

/**
 * Randomises a delay, so that clients that were disconnected together do not reconnect at the same time.
 * @param delay ms
 */
export const addJitter = (delay: number): number => delay * (0.75 + Math.random() / 2);
