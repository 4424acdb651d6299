import { ImportFileError } from './problem.ts';

/** Code pages a list of residents comes in, by the names that `TextDecoder` knows (IMPORT-06). */
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

/** Of one byte a letter: only a person reading the names can tell these apart. */
const SINGLE_BYTE = ['windows-1251', 'ibm866', 'koi8-r', 'x-mac-cyrillic'] as const satisfies readonly Encoding[];

/** Whether a name that came over the wire is one of ours. */
export function isEncoding(name: string): name is Encoding {
  return (ENCODINGS as readonly string[]).includes(name);
}

/** A file as text, and by which code page it was read. */
export interface Decoded {
  text: string;
  encoding: Encoding;
  /** It begins with a byte order mark, which a copy in the same encoding has to begin with as well. */
  marked: boolean;
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** The byte order mark of an encoding; empty where it has none. */
function byteOrderMark(encoding: Encoding): readonly number[] {
  return MARKS.find(([name]) => name === encoding)?.[1] ?? [];
}

/** Text of a code page; null when the bytes are none of it. */
function read(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // By its name: what the decoder throws may come from another realm than ours.
    if ((error as { name?: unknown }).name === 'TypeError') return null;
    throw error;
  }
}

/** Letters of which one may be lost: a byte that some program has put in, or left out, costs its own row and no other. */
const LETTERS_FOR_ONE = 8;

/**
 * Text of bytes that are UTF-8 but for a few, with U+FFFD in the place of these; null when they are more: then the encoding is
 * another one.
 */
function readNearlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  let [letters, lost] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) lost += 1;
    else if (code >= 0x80) letters += 1;
  }
  return lost * LETTERS_FOR_ONE <= letters ? text : null;
}

/** So much of a file is looked at for its kind, bytes. */
export const LOOKED_AT = 4096;

/** UTF-16 without a mark: digits and delimiters have their zero on one side. Null where zeros stand on both, or nowhere. */
function withoutMark(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, LOOKED_AT).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : null;
}

/** Control characters besides white space: no list of residents has them. */
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/g;

/** A picture by another name has some in every line; a stray one from an old program does no harm. */
function isText(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  return (start.match(NO_TEXT)?.length ?? 0) <= start.length / 100;
}

/** Beginnings of files that are no list whatever their name says. */
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

/** Whether the file is a zip archive, as workbooks of Excel are. */
export function isArchive(bytes: Uint8Array): boolean {
  return beginsWith(bytes, ZIP);
}

/**
 * Refuses what is no text by how it begins.
 * @throws ImportFileError empty, oldExcel, notTable
 */
export function refuseForeign(bytes: Uint8Array): void {
  if (!bytes.length) throw new ImportFileError('empty');
  if (beginsWith(bytes, OLD_EXCEL)) throw new ImportFileError('oldExcel');
  if (FOREIGN.some((mark) => beginsWith(bytes, mark))) throw new ImportFileError('notTable');
}

/**
 * Decodes without asking: a byte order mark, else UTF-8, also with a few bytes that are none of it, else Windows-1251,
 * in which a Russian Excel saves (IMPORT-06).
 * @param chosenEncoding chosen by the person, from the letters shown
 * @throws ImportFileError notTable for what is no text in the encoding
 */
export function decode(bytes: Uint8Array, chosenEncoding?: Encoding): Decoded {
  const marked = MARKS.find(([, mark]) => beginsWith(bytes, mark))?.[0];
  const strict = chosenEncoding === undefined && !marked ? (withoutMark(bytes) ?? 'utf-8') : undefined;
  for (const encoding of chosenEncoding ? [chosenEncoding] : [marked, strict, 'windows-1251' as const]) {
    if (!encoding) continue;
    const text = read(bytes, encoding) ?? (encoding === 'utf-8' ? readNearlyUtf8(bytes) : null);
    if (text === null) continue;
    if (!isText(text)) break;
    return { text, encoding, marked: marked === encoding };
  }
  throw new ImportFileError('notTable');
}

/** The other readings of a file that was taken for Windows-1251, whose letters are letters in all of them. */
export function otherReadings({ encoding }: Decoded): readonly Encoding[] {
  return encoding === 'windows-1251' ? SINGLE_BYTE.filter((name) => name !== encoding) : [];
}

const tables = new Map<Encoding, ReadonlyMap<string, number>>();

/** Letters of a code page with their bytes: what `TextDecoder` reads, the other way round. */
function byteTable(encoding: Encoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const bytesByLetter = new Map<string, number>();
  for (let byte = 0x80; byte <= 0xff; byte += 1) bytesByLetter.set(decoder.decode(new Uint8Array([byte])), byte);
  tables.set(encoding, bytesByLetter);
  return bytesByLetter;
}

const QUESTION = 0x3f;

/** Text as bytes of a code page, with its byte order mark where it is asked for. What the code page lacks becomes «?». */
export function encode(text: string, encoding: Encoding, marked: boolean): Uint8Array<ArrayBuffer> {
  const mark = marked ? byteOrderMark(encoding) : [];
  const body = encodeBody(text, encoding);
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

/** Whether a code page lacks any letter of a text. */
export function lettersLost(text: string, encoding: Encoding): boolean {
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
