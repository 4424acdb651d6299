/** The code of a refusal of the chat (A14), 504 for an answer that never came; 0 for what has none. */
export function chatErrorCode(error: unknown): number {
  return error instanceof Error && 'code' in error ? Number(error.code) : 0;
}

/** The server has the chat attached and this page has not: only a new connection brings the two together. */
export class NotAttached extends Error {
  constructor() {
    super('The chat is attached to the server alone');
    this.name = 'NotAttached';
  }
}

/** Spreads a pause so that clients cut off together do not come back together. @param pause ms */
export const spread = (pause: number): number => pause * (0.75 + Math.random() / 2);
