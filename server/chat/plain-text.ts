/** The words of a message: a text, or those of Drafty (A8). */
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

const asList = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

/** Words for parts of a message besides text, by the type of a Drafty entity. */
const KINDS: Readonly<Record<string, 'picture' | 'file'>> = { IM: 'picture', EX: 'file', VD: 'file', AU: 'file' };

/**
 * A message in one line: its words without what it quotes, cut, and what it shows where it has none.
 * @param most characters
 */
export function messagePreview(content: unknown, most: number): { text: string; kind: 'text' | 'picture' | 'file' } {
  const { fmt, ent } = (typeof content === 'object' && content !== null ? content : {}) as Drafty;
  const letters = [...plainWords(content)];
  // How many quotes begin here less how many end: one pass, however many a message claims to have.
  const quotes = new Int32Array(letters.length + 1);
  const within = (place: number) => Math.min(Math.max(Math.trunc(place), 0), letters.length);
  for (const { at, len, tp } of asList(fmt) as readonly Span[]) {
    if (tp !== 'QQ' || typeof at !== 'number' || typeof len !== 'number' || !(len > 0)) continue;
    const [from, to] = [within(at), within(at + len)];
    quotes[from] = (quotes[from] ?? 0) + 1;
    quotes[to] = (quotes[to] ?? 0) - 1;
  }
  let depth = 0;
  const words = letters.filter((_letter, place) => {
    depth += quotes[place] ?? 0;
    return depth === 0;
  });
  const text = words.join('').replace(/\s+/g, ' ').trim();
  const shown = asList(ent).flatMap(({ tp }) => (typeof tp === 'string' ? (KINDS[tp] ?? []) : []));
  return { text: [...text].slice(0, most).join(''), kind: text ? 'text' : (shown[0] ?? 'text') };
}

/** Words as they stand, blanks at the ends too: formats count from the first of them. */
function plainWords(content: unknown): string {
  if (typeof content === 'string') return content;
  const { txt } = (content ?? {}) as Drafty;
  return typeof txt === 'string' ? txt : '';
}
