import { buildTree, type Piece, type StyleSpan } from './content-tree.ts';
import { inlinePicture, safeFile, safeLink } from './safe-address.ts';

/** A picture in a message. */
export interface ChatPicture {
  /** Address as the message has it, of this server or `http(s)`, or the picture itself as `data:`; null: not to be had. */
  address: string | null;
  name: string;
  /** Pixels, as the sender says; 0 when they do not. */
  width: number;
  height: number;
  /** Bytes; 0 when not said. */
  size: number;
}

/** A file in a message. */
export interface ChatFile {
  /** As of a picture; null where a download link is missing (CHAT-16). */
  address: string | null;
  name: string;
  mime: string;
  size: number;
}

/** The content of a message, inert: no markup of the sender reaches the page, only these kinds of pieces. */
export interface Content {
  pieces: readonly Piece[];
  pictures: readonly ChatPicture[];
  files: readonly ChatFile[];
}

/** Most characters and styles that are looked at; what goes beyond is cut off. */
const MOST = { text: 20_000, spans: 500, things: 50 } as const;

type LooseObject = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const integerOrZero = (value: unknown): number => (Number.isInteger(value) ? (value as number) : 0);
const short = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');
const bounded = (value: unknown): number => Math.min(Math.max(integerOrZero(value), 0), 1e9);

const NO_THINGS = { pictures: [], files: [] } as const;

/**
 * Reads the content of a message: plain text or Drafty (chat-protocol.md A8).
 * @returns null for what cannot be read (CHAT-24)
 */
export function readContent(wire: unknown): Content | null {
  if (typeof wire === 'string') return { pieces: withLinks(wire.slice(0, MOST.text)), ...NO_THINGS };
  if (!isLoose(wire)) return null;
  const { txt = '', fmt = [], ent = [] } = wire;
  if (typeof txt !== 'string' || !Array.isArray(fmt) || !Array.isArray(ent)) return null;
  if (txt === '' && fmt.length === 0) return null;
  return readDrafty(txt, fmt.slice(0, MOST.spans), ent);
}

function readDrafty(txt: string, fmt: readonly unknown[], ent: readonly unknown[]): Content {
  const pictures: ChatPicture[] = [];
  const files: ChatFile[] = [];
  const spans: StyleSpan[] = [];
  for (const style of fmt) {
    if (!isLoose(style)) continue;
    const [at, length] = [integerOrZero(style.at), integerOrZero(style.len)];
    const entity = style.tp === undefined ? ent[integerOrZero(style.key)] : null;
    if (typeof style.tp === 'string') spans.push({ at, length, kind: style.tp, address: null });
    if (!isLoose(entity)) continue;
    const data = isLoose(entity.data) ? entity.data : {};
    if (entity.tp === 'LN') spans.push({ at, length, kind: 'LN', address: safeLink(data.url) });
    else if (entity.tp === 'MN') spans.push({ at, length, kind: 'MN', address: null });
    else if (entity.tp === 'IM' && pictures.length < MOST.things) {
      pictures.push(readPicture(data));
      spans.push({ at, length, kind: 'thing', address: null });
    } else if (isFileKind(entity.tp) && files.length < MOST.things) {
      if (data.mime === 'application/json') continue;
      files.push(readFile(data));
      spans.push({ at, length, kind: 'thing', address: null });
    }
  }
  return { pieces: trimmed(buildTree(txt.slice(0, MOST.text), spans, withLinks)), pictures, files };
}

/** Files, and recordings, which are files to us. */
const isFileKind = (kind: unknown): boolean => kind === 'EX' || kind === 'AU' || kind === 'VD';

function readPicture(data: LooseObject): ChatPicture {
  return {
    address: safeFile(data.ref) ?? ownPreview(data._preview) ?? inlinePicture(data.mime, data.val),
    name: short(data.name),
    width: bounded(data.width),
    height: bounded(data.height),
    size: bounded(data.size),
  };
}

/** The picture of this page that is on its way; names that begin with `_` never come over the wire. */
const ownPreview = (address: unknown): string | null =>
  typeof address === 'string' && address.startsWith('blob:') ? address : null;

function readFile(data: LooseObject): ChatFile {
  const inline = typeof data.val === 'string' && /^[A-Za-z0-9+/]+=*$/.test(data.val) ? data.val : null;
  const address = safeFile(data.ref) ?? (inline && `data:application/octet-stream;base64,${inline}`);
  return { address, name: short(data.name), mime: short(data.mime), size: bounded(data.size) };
}

/** Plain text with the addresses in it as links. */
function withLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]]/gi)) {
    const address = safeLink(match[0]);
    if (!address) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push({ kind: 'link', address, pieces: [{ kind: 'text', text: match[0] }] });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

/** Without the blank and the line break that stand for a picture above its caption. */
function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex((piece) => piece.kind !== 'break' && !(piece.kind === 'text' && !piece.text.trim()));
  if (first < 0) return [];
  const [head, ...rest] = pieces.slice(first);
  if (head?.kind === 'text') return [{ ...head, text: head.text.trimStart() }, ...rest];
  return head ? [head, ...rest] : [];
}

/** The bare text of pieces, for previews and searches. */
export function contentText(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'break' ? '\n' : contentText(piece.pieces);
    })
    .join('');
}

/** The text without what it quotes: what the sender themselves said. */
export function ownText(content: Content): string {
  return contentText(content.pieces.filter((piece) => piece.kind !== 'quote')).trim();
}
