/** The words of a message: a text, or those of Drafty (A8). */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  const { txt } = (content ?? {}) as { txt?: unknown };
  return typeof txt === 'string' ? txt.trim() : '';
}
