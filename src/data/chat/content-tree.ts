/** A stretch of a message. Nothing of it is markup. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'bold' | 'italic' | 'struck' | 'code' | 'quote' | 'mention' | 'plain'; pieces: readonly Piece[] }
  /** `address` has been looked at: `http(s)`, `mailto` or `tel`. */
  | { kind: 'link'; address: string; pieces: readonly Piece[] };

/** A style or a thing of Drafty over some characters. `thing` stands for what is shown elsewhere: its characters go. */
export interface StyleSpan {
  at: number;
  length: number;
  kind: string;
  address: string | null;
}

const STYLES = { ST: 'bold', EM: 'italic', DL: 'struck', CO: 'code', QQ: 'quote', MN: 'mention' } as const;
/** Styles inside of styles that are followed. */
const DEEPEST = 8;

/**
 * Splits a text into nested pieces. Positions count characters as a person sees them (grapheme clusters, as the SDK does).
 * Spans that reach out of the text or of the span they begin in are cut to it.
 * @param plain makes pieces of a stretch without styles
 */
export function buildTree(text: string, spans: readonly StyleSpan[], plain: (text: string) => Piece[]): Piece[] {
  const letters = [...new Intl.Segmenter('ru').segment(text)].map(({ segment }) => segment);
  const ordered = spans
    .filter(({ at }) => at >= 0 && at <= letters.length)
    .sort((a, b) => a.at - b.at || b.length - a.length);
  return within(0, letters.length, ordered, 0);

  function within(from: number, to: number, inner: readonly StyleSpan[], depth: number): Piece[] {
    const pieces: Piece[] = [];
    let place = from;
    const textUpTo = (end: number) => {
      if (end > place) pieces.push(...plain(letters.slice(place, end).join('')));
      place = Math.max(place, end);
    };
    for (let index = 0; index < inner.length; index += 1) {
      const span = inner[index];
      if (!span || span.at < place) continue;
      const end = Math.min(span.at + Math.max(span.length, 0), to);
      textUpTo(span.at);
      const nested = inner.slice(index + 1).filter((other) => other.at < end);
      const children = () =>
        depth < DEEPEST ? within(span.at, end, nested, depth + 1) : plain(letters.slice(span.at, end).join(''));
      const piece = spanPiece(span, end > span.at ? children : () => []);
      if (piece) pieces.push(piece);
      place = end;
    }
    textUpTo(to);
    return pieces;
  }
}

function spanPiece({ kind, address }: StyleSpan, children: () => Piece[]): Piece | null {
  if (kind === 'thing') return null;
  if (kind === 'BR') return { kind: 'break' };
  if (kind === 'LN' && address) return { kind: 'link', address, pieces: children().map(unlinked) };
  const style = Object.hasOwn(STYLES, kind) ? STYLES[kind as keyof typeof STYLES] : 'plain';
  const pieces = children();
  return pieces.length ? { kind: style, pieces } : null;
}

/** A link in a link is its text. */
function unlinked(piece: Piece): Piece {
  return piece.kind === 'link' ? { kind: 'plain', pieces: piece.pieces } : piece;
}
