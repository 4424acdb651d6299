/** A part of the content of a message; its text is never interpreted as markup. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'bold' | 'italic' | 'struck' | 'code' | 'quote' | 'mention' | 'plain'; pieces: readonly Piece[] }
  /** `address` is validated: `http(s)`, `mailto` or `tel`. */
  | { kind: 'link'; address: string; pieces: readonly Piece[] };

/**
 * A style or entity of Drafty over a range of characters. Kind `thing` marks an entity shown elsewhere, such as a picture: its
 * characters are left out.
 */
export interface StyleSpan {
  at: number;
  length: number;
  kind: string;
  address: string | null;
}

const STYLES = { ST: 'bold', EM: 'italic', DL: 'struck', CO: 'code', QQ: 'quote', MN: 'mention' } as const;
/** Levels of styles nested inside the outermost one. */
const MAX_DEPTH = 8;

/**
 * Splits a text into nested pieces. Positions count grapheme clusters, as the SDK does. Spans that exceed the text or the
 * surrounding span are cut.
 * @param toPlainPieces makes pieces of a text without styles
 */
export function buildTree(
  text: string,
  spans: readonly StyleSpan[],
  toPlainPieces: (text: string) => Piece[],
): Piece[] {
  const graphemes = [...new Intl.Segmenter('ru').segment(text)].map(({ segment }) => segment);
  const sortedSpans = spans
    .filter(({ at }) => at >= 0 && at <= graphemes.length)
    .sort((a, b) => a.at - b.at || b.length - a.length);
  return buildPieces(0, graphemes.length, sortedSpans, 0);

  function buildPieces(from: number, to: number, innerSpans: readonly StyleSpan[], depth: number): Piece[] {
    const pieces: Piece[] = [];
    let position = from;
    const addTextUpTo = (end: number) => {
      if (end > position) pieces.push(...toPlainPieces(graphemes.slice(position, end).join('')));
      position = Math.max(position, end);
    };
    for (let index = 0; index < innerSpans.length; index += 1) {
      const span = innerSpans[index];
      if (!span || span.at < position) continue;
      const end = Math.min(span.at + Math.max(span.length, 0), to);
      addTextUpTo(span.at);
      const nested = innerSpans.slice(index + 1).filter((candidate) => candidate.at < end);
      const children = () =>
        depth < MAX_DEPTH
          ? buildPieces(span.at, end, nested, depth + 1)
          : toPlainPieces(graphemes.slice(span.at, end).join(''));
      const piece = spanPiece(span, end > span.at ? children : () => []);
      if (piece) pieces.push(piece);
      position = end;
    }
    addTextUpTo(to);
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

/** Replaces a link inside a link with its text. */
function unlinked(piece: Piece): Piece {
  return piece.kind === 'link' ? { kind: 'plain', pieces: piece.pieces } : piece;
}
