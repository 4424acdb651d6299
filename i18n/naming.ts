/** Of a rule's message that names something: `kinds.between?low=1&high=9`. A sentence of a definition never looks like it. */
const NAMING = /^([a-z]\w*(?:\.\w+)+)\?(\w+=.*)$/i;

/** The key of a message, and what it names; null for one that names nothing. */
export function namedIn(message: string): { key: string; names: Record<string, string> } | null {
  const [, key = '', names = ''] = (message.includes('?') && NAMING.exec(message)) || [];
  return key === '' ? null : { key, names: Object.fromEntries(new URLSearchParams(names)) };
}
