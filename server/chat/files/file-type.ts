import { fileTypeFromBuffer } from 'file-type';

const SVG = 'image/svg+xml';
/** Endings of files whose bytes have no mark of their own. */
const TEXTS: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' };

/** The type of a file of the chat, by its bytes (A13); an unknown type is bytes. Nothing is ever served as a page. */
export async function chatType(bytes: Buffer, name: string): Promise<string> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (isSvg(bytes)) return SVG;
  if (mime === 'image/apng') return 'image/png';
  if (mime && !/html|xml|javascript/.test(mime)) return mime;
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const text = TEXTS[ending];
  return text && !bytes.subarray(0, 65_536).includes(0) ? text : 'application/octet-stream';
}

/** Texts allowed before the first tag of an SVG: their beginning, in small letters, and their end. */
const PROLOGUE = [
  ['<?xml', '>'],
  ['<!--', '-->'],
  ['<!doctype svg', '>'],
] as const;

/** Whether a file begins as an SVG does. */
export function isSvg(bytes: Buffer): boolean {
  let rest = bytes
    .subarray(0, 4_096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  for (;;) {
    const start = rest.slice(0, 20).toLowerCase();
    const part = PROLOGUE.find(([begin]) => start.startsWith(begin));
    if (!part) return /^<svg[\s>]/.test(start);
    const [begin, end] = part;
    const at = rest.indexOf(end, begin.length);
    if (at < 0) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  [SVG]: '.svg',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'video/mp4': '.mp4',
  'audio/mpeg': '.mp3',
};

/** The ending of a file's address: that of its type, else of its name, else none. */
export function fileExtension(mime: string, name: string): string {
  return ENDINGS[mime] ?? /\.[a-z0-9]{1,8}$/.exec(name.toLowerCase())?.[0] ?? '';
}
