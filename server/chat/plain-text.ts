/** Text of a message: plain, or the `txt` of Drafty content (A8). */
export function draftyText(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  const { txt } = (content ?? {}) as { txt?: unknown };
  return typeof txt === 'string' ? txt.trim() : '';
}

interface Drafty {
  txt?: unknown;
  fmt?: unknown;
  ent?: unknown;
}
interface Span {
  at?: unknown;
  len?: unknown;
  tp?: unknown;
}

const objectsOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

/** What a Drafty entity is shown as when a message has no text. */
const ENTITY_KINDS: Readonly<Record<string, 'picture' | 'file'>> = {
  IM: 'picture',
  EX: 'file',
  VD: 'file',
  AU: 'file',
};

/**
 * One-line preview of a message: its text without quotes, cut; without text, the kind of its first attachment.
 * @param maxLength maximum length, characters
 */
export function messagePreview(
  content: unknown,
  maxLength: number,
): { text: string; kind: 'text' | 'picture' | 'file' } {
  const { fmt, ent } = (typeof content === 'object' && content !== null ? content : {}) as Drafty;
  const characters = [...untrimmedText(content)];
  // Difference array: quotes that start minus quotes that end at each position, so a single pass is enough for any number of
  // quotes.
  const quoteDeltas = new Int32Array(characters.length + 1);
  const clampOffset = (offset: number) => Math.min(Math.max(Math.trunc(offset), 0), characters.length);
  for (const { at, len, tp } of objectsOf(fmt) as readonly Span[]) {
    if (tp !== 'QQ' || typeof at !== 'number' || typeof len !== 'number' || !(len > 0)) continue;
    const [from, to] = [clampOffset(at), clampOffset(at + len)];
    quoteDeltas[from] = (quoteDeltas[from] ?? 0) + 1;
    quoteDeltas[to] = (quoteDeltas[to] ?? 0) - 1;
  }
  let depth = 0;
  const unquoted = characters.filter((_letter, offset) => {
    depth += quoteDeltas[offset] ?? 0;
    return depth === 0;
  });
  const text = unquoted.join('').replace(/\s+/g, ' ').trim();
  const entityKinds = objectsOf(ent).flatMap(({ tp }) => (typeof tp === 'string' ? (ENTITY_KINDS[tp] ?? []) : []));
  return { text: [...text].slice(0, maxLength).join(''), kind: text ? 'text' : (entityKinds[0] ?? 'text') };
}

/** Text of a message untrimmed, because format offsets count from its first character. */
function untrimmedText(content: unknown): string {
  if (typeof content === 'string') return content;
  const { txt } = (content ?? {}) as Drafty;
  return typeof txt === 'string' ? txt : '';
}
