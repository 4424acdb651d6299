import { ImportFileError } from './problem.ts';

/** Supported encodings of lists, as `TextDecoder` names them (IMPORT-06). */
export const ENCODINGS = [
  'utf-8',
  'windows-1251',
  'ibm866',
  'koi8-r',
  'x-mac-cyrillic',
  'utf-16le',
  'utf-16be',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Single-byte encodings, which only a person reading the names can tell apart. */
const SINGLE_BYTE = ['windows-1251', 'ibm866', 'koi8-r', 'x-mac-cyrillic'] as const satisfies readonly Encoding[];

/** Whether a name from a request is a supported encoding. */
export function isEncoding(name: string): name is Encoding {
  return (ENCODINGS as readonly string[]).includes(name);
}

/** A decoded file with its encoding. */
export interface Decoded {
  text: string;
  encoding: Encoding;
  /** Whether the file has a byte order mark, which a copy in the same encoding must have too. */
  marked: boolean;
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** The byte order mark of an encoding; empty if it has none. */
function byteOrderMark(encoding: Encoding): readonly number[] {
  return MARKS.find(([name]) => name === encoding)?.[1] ?? [];
}

/** Decodes strictly; null if the bytes are invalid in the encoding. */
function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // Checked by name, because the error may come from another realm.
    if ((error as { name?: unknown }).name === 'TypeError') return null;
    throw error;
  }
}

/** Maximum share of undecodable characters is one in this many letters; a stray byte should cost only its own row. */
const LETTERS_PER_LOST = 8;

/**
 * Decodes bytes that are UTF-8 except for a few, which become U+FFFD; null if there are more, so that another encoding is
 * likely.
 */
function decodeNearlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  let [letters, lost] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) lost += 1;
    else if (code >= 0x80) letters += 1;
  }
  return lost * LETTERS_PER_LOST <= letters ? text : null;
}

/** Length of the beginning that is used to detect the file type, bytes. */
export const DETECTION_BYTES = 4096;

/**
 * Detects UTF-16 without a byte order mark by the zero bytes of digits and delimiters; null if there are zeros at both even and
 * odd positions, or none.
 */
function detectUtf16(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, DETECTION_BYTES).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : null;
}

/** Control characters except white space, which texts do not contain. */
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/g;

/** Tolerates a few stray control characters from old programs; a renamed picture has far more. */
function isText(text: string): boolean {
  const start = text.slice(0, DETECTION_BYTES);
  return (start.match(NO_TEXT)?.length ?? 0) <= start.length / 100;
}

/** Signatures of files that are never lists, whatever their names. */
const FOREIGN: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Whether the file is a zip archive, like Excel workbooks. */
export function isArchive(bytes: Uint8Array): boolean {
  return beginsWith(bytes, ZIP);
}

/**
 * Rejects files that are not texts by their signature.
 * @throws ImportFileError empty, oldExcel, notTable
 */
export function rejectForeignFile(bytes: Uint8Array): void {
  if (!bytes.length) throw new ImportFileError('empty');
  if (beginsWith(bytes, OLD_EXCEL)) throw new ImportFileError('oldExcel');
  if (FOREIGN.some((mark) => beginsWith(bytes, mark))) throw new ImportFileError('notTable');
}

/**
 * Decodes with automatic detection: byte order mark, else UTF-8 (tolerating a few invalid bytes), else Windows-1251, the
 * encoding of a Russian Excel (IMPORT-06).
 * @param chosenEncoding encoding that the person has chosen from previews
 * @throws ImportFileError notTable if it is not text in the encoding
 */
export function decode(bytes: Uint8Array, chosenEncoding?: Encoding): Decoded {
  const marked = MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0];
  const strict = chosenEncoding === undefined && !marked ? (detectUtf16(bytes) ?? 'utf-8') : undefined;
  for (const encoding of chosenEncoding ? [chosenEncoding] : [marked, strict, 'windows-1251' as const]) {
    if (!encoding) continue;
    const text = decodeStrictly(bytes, encoding) ?? (encoding === 'utf-8' ? decodeNearlyUtf8(bytes) : null);
    if (text === null) continue;
    if (!isText(text)) break;
    return { text, encoding, marked: marked === encoding };
  }
  throw new ImportFileError('notTable');
}

/** Other possible encodings of a file decoded as Windows-1251, whose bytes are letters in all of them. */
export function alternativeEncodings({ encoding }: Decoded): readonly Encoding[] {
  return encoding === 'windows-1251' ? SINGLE_BYTE.filter((name) => name !== encoding) : [];
}

const tableCache = new Map<Encoding, ReadonlyMap<string, number>>();

/** Bytes of the letters of an encoding: the reverse of `TextDecoder`, cached. */
function byteTable(encoding: Encoding): ReadonlyMap<string, number> {
  const cached = tableCache.get(encoding);
  if (cached) return cached;
  const decoder = new TextDecoder(encoding);
  const bytesByLetter = new Map<string, number>();
  for (let byte = 0x80; byte <= 0xff; byte += 1) bytesByLetter.set(decoder.decode(new Uint8Array([byte])), byte);
  tableCache.set(encoding, bytesByLetter);
  return bytesByLetter;
}

const QUESTION = 0x3f;

/** Encodes a text, optionally with a byte order mark; characters that the encoding lacks become «?». */
export function encode(text: string, encoding: Encoding, marked: boolean): Uint8Array<ArrayBuffer> {
  const mark = marked ? byteOrderMark(encoding) : [];
  const body = encodeBody(text, encoding);
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

/** Whether an encoding lacks any character of a text. */
export function losesLetters(text: string, encoding: Encoding): boolean {
  if (!(SINGLE_BYTE as readonly Encoding[]).includes(encoding)) return false;
  const table = byteTable(encoding);
  for (const letter of text) if ((letter.codePointAt(0) ?? 0) >= 0x80 && !table.has(letter)) return true;
  return false;
}

function encodeBody(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
    return bytes;
  }
  const table = byteTable(encoding);
  return Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? QUESTION;
    return code < 0x80 ? code : (table.get(letter) ?? QUESTION);
  });
}
