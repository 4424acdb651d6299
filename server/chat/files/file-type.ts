import { fileTypeFromBuffer } from 'file-type';

const SVG = 'image/svg+xml';
/** Types of files that can only be recognised by their extension. */
const TEXT_TYPES: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' };

/**
 * MIME type of a chat file, detected from its bytes (A13); unknown types are `application/octet-stream`, and HTML never is served
 * as such.
 */
export async function detectChatFileType(bytes: Buffer, name: string): Promise<string> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (isSvg(bytes)) return SVG;
  if (mime === 'image/apng') return 'image/png';
  if (mime && !/html|xml|javascript/.test(mime)) return mime;
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const text = TEXT_TYPES[extension];
  return text && !bytes.subarray(0, 65_536).includes(0) ? text : 'application/octet-stream';
}

/** Constructs allowed before the first tag of an SVG: their start, in lower case, and their end. */
const PROLOGUE = [
  ['<?xml', '>'],
  ['<!--', '-->'],
  ['<!doctype svg', '>'],
] as const;

/** Whether a file starts like an SVG. */
export function isSvg(bytes: Buffer): boolean {
  let remaining = bytes
    .subarray(0, 4_096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  for (;;) {
    const start = remaining.slice(0, 20).toLowerCase();
    const construct = PROLOGUE.find(([begin]) => start.startsWith(begin));
    if (!construct) return /^<svg[\s>]/.test(start);
    const [begin, end] = construct;
    const at = remaining.indexOf(end, begin.length);
    if (at < 0) return false;
    remaining = remaining.slice(at + end.length).trimStart();
  }
}

const EXTENSION_BY_TYPE: Readonly<Record<string, string>> = {
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

/** File extension for the URL of a file: by its type, else from its name, else none. */
export function fileExtension(mime: string, name: string): string {
  return EXTENSION_BY_TYPE[mime] ?? /\.[a-z0-9]{1,8}$/.exec(name.toLowerCase())?.[0] ?? '';
}
