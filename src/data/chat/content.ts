import { buildTree, type Piece, type StyleSpan } from './content-tree.ts';
import { inlinePicture, safeFile, safeLink } from './safe-address.ts';

/** A picture in a message. */
export interface ChatPicture {
  /** URL on this server or `http(s)`, or a `data:` URL; null if it cannot be shown. */
  address: string | null;
  name: string;
  /** Pixels according to the sender; 0 when not given. */
  width: number;
  height: number;
  /** Bytes; 0 when not given. */
  size: number;
}

/** A file in a message. */
export interface ChatFile {
  /** Like that of a picture; null when there is no download link (CHAT-16). */
  address: string | null;
  name: string;
  mime: string;
  size: number;
}

/** Content of a message in safe form: no markup of the sender reaches the page, only these pieces. */
export interface Content {
  pieces: readonly Piece[];
  pictures: readonly ChatPicture[];
  files: readonly ChatFile[];
}

/** Limits on characters, styles and entities of one message; the excess is cut off. */
const LIMITS = { text: 20_000, spans: 500, entities: 50 } as const;

type LooseObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const integerOrZero = (value: unknown): number => (Number.isInteger(value) ? (value as number) : 0);
const shortText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');
const boundedInteger = (value: unknown): number => Math.min(Math.max(integerOrZero(value), 0), 1e9);

const NO_ATTACHMENTS = { pictures: [], files: [] } as const;

/**
 * Reads the content of a message: plain text or Drafty (chat-protocol.md A8).
 * @returns null for what cannot be read (CHAT-24)
 */
export function readContent(wire: unknown): Content | null {
  if (typeof wire === 'string') return { pieces: linkify(wire.slice(0, LIMITS.text)), ...NO_ATTACHMENTS };
  if (!isObject(wire)) return null;
  const { txt = '', fmt = [], ent = [] } = wire;
  if (typeof txt !== 'string' || !Array.isArray(fmt) || !Array.isArray(ent)) return null;
  if (txt === '' && fmt.length === 0) return null;
  return readDrafty(txt, fmt.slice(0, LIMITS.spans), ent);
}

function readDrafty(txt: string, fmt: readonly unknown[], ent: readonly unknown[]): Content {
  const pictures: ChatPicture[] = [];
  const files: ChatFile[] = [];
  const spans: StyleSpan[] = [];
  for (const style of fmt) {
    if (!isObject(style)) continue;
    const [at, length] = [integerOrZero(style.at), integerOrZero(style.len)];
    const entity = style.tp === undefined ? ent[integerOrZero(style.key)] : null;
    if (typeof style.tp === 'string') spans.push({ at, length, kind: style.tp, address: null });
    if (!isObject(entity)) continue;
    const data = isObject(entity.data) ? entity.data : {};
    if (entity.tp === 'LN') spans.push({ at, length, kind: 'LN', address: safeLink(data.url) });
    else if (entity.tp === 'MN') spans.push({ at, length, kind: 'MN', address: null });
    else if (entity.tp === 'IM' && pictures.length < LIMITS.entities) {
      pictures.push(readPicture(data));
      spans.push({ at, length, kind: 'thing', address: null });
    } else if (isFileKind(entity.tp) && files.length < LIMITS.entities) {
      if (data.mime === 'application/json') continue;
      files.push(readFile(data));
      spans.push({ at, length, kind: 'thing', address: null });
    }
  }
  return { pieces: trimLeadingBreaks(buildTree(txt.slice(0, LIMITS.text), spans, linkify)), pictures, files };
}

/** Files; audio and video are shown as files too. */
const isFileKind = (kind: unknown): boolean => kind === 'EX' || kind === 'AU' || kind === 'VD';

function readPicture(data: LooseObject): ChatPicture {
  return {
    address: safeFile(data.ref) ?? localPreview(data._preview) ?? inlinePicture(data.mime, data.val),
    name: shortText(data.name),
    width: boundedInteger(data.width),
    height: boundedInteger(data.height),
    size: boundedInteger(data.size),
  };
}

/** Local preview of a picture that this page is uploading; keys that start with `_` are never sent. */
const localPreview = (address: unknown): string | null =>
  typeof address === 'string' && address.startsWith('blob:') ? address : null;

function readFile(data: LooseObject): ChatFile {
  const inline = typeof data.val === 'string' && /^[A-Za-z0-9+/]+=*$/.test(data.val) ? data.val : null;
  const address = safeFile(data.ref) ?? (inline && `data:application/octet-stream;base64,${inline}`);
  return { address, name: shortText(data.name), mime: shortText(data.mime), size: boundedInteger(data.size) };
}

/** Splits plain text into text and links. */
function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let textStart = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]]/gi)) {
    const address = safeLink(match[0]);
    if (!address) continue;
    if (match.index > textStart) pieces.push({ kind: 'text', text: text.slice(textStart, match.index) });
    pieces.push({ kind: 'link', address, pieces: [{ kind: 'text', text: match[0] }] });
    textStart = match.index + match[0].length;
  }
  if (textStart < text.length) pieces.push({ kind: 'text', text: text.slice(textStart) });
  return pieces;
}

/** Removes the leading space and line break that represent a picture above its caption. */
function trimLeadingBreaks(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex((piece) => piece.kind !== 'break' && !(piece.kind === 'text' && !piece.text.trim()));
  if (first < 0) return [];
  const [head, ...remainingPieces] = pieces.slice(first);
  if (head?.kind === 'text') return [{ ...head, text: head.text.trimStart() }, ...remainingPieces];
  return head ? [head, ...remainingPieces] : [];
}

/** The plain text of pieces, for previews and searches. */
export function contentText(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'break' ? '\n' : contentText(piece.pieces);
    })
    .join('');
}

/** The text without quotes: only the words of the sender. */
export function ownText(content: Content): string {
  return contentText(content.pieces.filter((piece) => piece.kind !== 'quote')).trim();
}
