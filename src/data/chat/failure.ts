/** The code of a refusal of the chat (A14), 504 for an answer that never came; 0 for what has none. */
export function codeOf(error: unknown): number {
  return error instanceof Error && 'code' in error ? Number(error.code) : 0;
}

/** The server has the chat attached and this page has not: only a new connection brings the two together. */
export class NotAttached extends Error {
  constructor() {
    super('The chat is attached to the server alone');
    this.name = 'NotAttached';
  }
}
