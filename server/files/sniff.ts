import { fileTypeFromBuffer } from 'file-type';
import { FILE_GROUPS } from '#resources/file-types.ts';
import { trimEnd } from '#resources/trim-end.ts';

/** An accepted type of file (ATT-09). */
interface AcceptedType {
  /** Its file name extensions. */
  endings: readonly string[];
  /** MIME types that the content may have; empty for text, which has no signature. */
  sniffed: readonly string[];
  /** MIME type to serve; null for pictures, which keep the sniffed one. */
  mime: string | null;
}

const ZIP = 'application/zip';
/** Container format of doc, xls and ppt. */
const CFB = 'application/x-cfb';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const ACCEPTED: readonly AcceptedType[] = [
  {
    endings: FILE_GROUPS.image,
    sniffed: [
      'image/jpeg',
      'image/png',
      'image/apng',
      'image/gif',
      'image/webp',
      'image/bmp',
      'image/tiff',
      'image/heic',
      'image/heif',
    ],
    mime: null,
  },
  { endings: ['pdf'], sniffed: ['application/pdf'], mime: 'application/pdf' },
  { endings: ['rtf'], sniffed: ['application/rtf', 'text/rtf'], mime: 'application/rtf' },
  { endings: ['doc'], sniffed: [CFB], mime: 'application/msword' },
  { endings: ['xls'], sniffed: [CFB], mime: 'application/vnd.ms-excel' },
  { endings: ['ppt'], sniffed: [CFB], mime: 'application/vnd.ms-powerpoint' },
  ...(
    [
      ['docx', 'wordprocessingml.document'],
      ['xlsx', 'spreadsheetml.sheet'],
      ['pptx', 'presentationml.presentation'],
    ] as const
  ).map(([extension, part]) => ({
    endings: [extension],
    sniffed: [`${OFFICE}.${part}`, ZIP],
    mime: `${OFFICE}.${part}`,
  })),
  { endings: ['zip'], sniffed: [ZIP], mime: ZIP },
  { endings: ['rar'], sniffed: ['application/x-rar-compressed', 'application/vnd.rar'], mime: 'application/vnd.rar' },
  { endings: ['7z'], sniffed: ['application/x-7z-compressed'], mime: 'application/x-7z-compressed' },
  { endings: ['txt'], sniffed: [], mime: 'text/plain' },
  { endings: ['csv'], sniffed: [], mime: 'text/csv' },
];

/** Whether a control character never occurs in text; escape and the separators after it may. */
const isControl = (code: number): boolean => code < 9 || (code > 13 && code < 27);

/** Bytes of a file that are examined. */
const EXAMINED_BYTES = 65_536;

/**
 * Whether bytes can be text: UTF-16 with a byte order mark, else UTF-8 or cp1251 without control characters. Signatures of binary
 * formats are not excluded, since «BM», «MZ» and «яв» may begin a text; the zero bytes in binary headers are.
 */
function looksLikeText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, EXAMINED_BYTES);
  const byteOrderMark = head.length >= 2 ? head.readUInt16BE(0) : 0;
  if (byteOrderMark === 0xfeff || byteOrderMark === 0xfffe) {
    const units = byteOrderMark === 0xfffe ? head : Buffer.from(head.subarray(0, head.length & ~1)).swap16();
    const decodedText = units.toString('utf16le');
    // The last character may be cut in two.
    const isWhole = !/\p{Surrogate}/u.test(decodedText.slice(0, -1));
    if (isWhole && !Array.from(decodedText, (sign) => sign.charCodeAt(0)).some(isControl)) return true;
  }
  return !head.some(isControl);
}

/**
 * The MIME type of an upload by its content, not by what the client claims; the extension must match.
 * @returns null if not accepted: an SVG, a web page named .png, a program
 */
export async function acceptedType(bytes: Buffer, name: string): Promise<string | null> {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = ACCEPTED.find(({ endings }) => endings.includes(extension));
  if (!kind || bytes.length === 0) return null;
  if (kind.sniffed.length === 0) return looksLikeText(bytes) ? kind.mime : null;
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (!mime || !kind.sniffed.includes(mime)) return null;
  if (mime === 'image/apng') return 'image/png';
  return kind.mime ?? mime;
}

const NAME_MAX = 200;
/** In longer names the middle is ignored, characters. */
const READ_NAME_MAX = 4096;
/** Length of the end that is kept, longer than any extension, characters. */
const READ_END = 64;
/** Quotes and line breaks as browsers escape them in multipart names. */
const ESCAPED = /%(22|0[AD])/gi;

/** Cleans a file name for storing and displaying: without folder, control and bidirectional characters, and shortened. */
export function cleanName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const shortened =
    base.length > READ_NAME_MAX ? base.slice(0, READ_NAME_MAX - READ_END) + base.slice(-READ_END) : base;
  const cleaned = shortened
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const trimmed = trimEnd(cleaned, '. ').normalize('NFC');
  if (trimmed.length <= NAME_MAX) return trimmed;
  const extension = /\.[^.]{1,10}$/.exec(trimmed)?.[0] ?? '';
  // Drops half of a surrogate pair at the cut.
  return trimmed.slice(0, NAME_MAX - extension.length).replace(/\p{Surrogate}$/u, '') + extension;
}
