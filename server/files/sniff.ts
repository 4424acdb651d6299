import { fileTypeFromBuffer } from 'file-type';
import { FILE_GROUPS } from '#resources/file-types.ts';
import { trimEnd } from '#resources/trim-end.ts';

/** A kind of file that is taken (ATT-09). */
interface Accepted {
  /** Endings of names that go with it. */
  endings: readonly string[];
  /** The types that the bytes themselves allow; empty: text, which has no mark of its own. */
  sniffed: readonly string[];
  /** MIME type it is served with; for pictures what was sniffed. */
  mime: string | null;
}

const ZIP = 'application/zip';
/** The container of doc, xls and ppt. */
const CFB = 'application/x-cfb';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const ACCEPTED: readonly Accepted[] = [
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
  ).map(([ending, part]) => ({ endings: [ending], sniffed: [`${OFFICE}.${part}`, ZIP], mime: `${OFFICE}.${part}` })),
  { endings: ['zip'], sniffed: [ZIP], mime: ZIP },
  { endings: ['rar'], sniffed: ['application/x-rar-compressed', 'application/vnd.rar'], mime: 'application/vnd.rar' },
  { endings: ['7z'], sniffed: ['application/x-7z-compressed'], mime: 'application/x-7z-compressed' },
  { endings: ['txt'], sniffed: [], mime: 'text/plain' },
  { endings: ['csv'], sniffed: [], mime: 'text/csv' },
];

/** Control characters that no text has; escape and the separators after it may stand in one. */
const isControl = (code: number): boolean => code < 9 || (code > 13 && code < 27);

/** How much of a file is looked at, bytes. */
const LOOKED_AT = 65_536;

/**
 * Whether bytes can be text: UTF-16 by its mark, else UTF-8 or cp1251 without the control characters no text has. Marks of
 * other kinds do not count: «BM», «MZ» and «яв» are how words begin. What those kinds have in their heads does, zeros.
 */
function looksLikeText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, LOOKED_AT);
  const mark = head.length >= 2 ? head.readUInt16BE(0) : 0;
  if (mark === 0xfeff || mark === 0xfffe) {
    const units = mark === 0xfffe ? head : Buffer.from(head.subarray(0, head.length & ~1)).swap16();
    const decodedText = units.toString('utf16le');
    // The last sign may be cut in two.
    const isWhole = !/\p{Surrogate}/u.test(decodedText.slice(0, -1));
    if (isWhole && !Array.from(decodedText, (sign) => sign.charCodeAt(0)).some(isControl)) return true;
  }
  return !head.some(isControl);
}

/**
 * The MIME type of an upload, by its bytes and not by what the client claims; the name's ending must go with them.
 * @returns null for what is not taken: an SVG, a page named .png, a program
 */
export async function acceptedType(bytes: Buffer, name: string): Promise<string | null> {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = ACCEPTED.find(({ endings }) => endings.includes(ending));
  if (!kind || bytes.length === 0) return null;
  if (kind.sniffed.length === 0) return looksLikeText(bytes) ? kind.mime : null;
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (!mime || !kind.sniffed.includes(mime)) return null;
  if (mime === 'image/apng') return 'image/png';
  return kind.mime ?? mime;
}

const LONGEST = 200;
/** Of a longer name the middle is not looked at, characters. */
const LONGEST_READ = 4096;
/** Characters of its end that are: more than any ending has. */
const END_READ = 64;
/** Quotes and line ends of a name, as every browser writes them into a form it sends. */
const ESCAPED = /%(22|0[AD])/gi;

/** A file's name as it may be kept and shown: no folder, no control or direction-turning character, not endless. */
export function cleanName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const read = base.length > LONGEST_READ ? base.slice(0, LONGEST_READ - END_READ) + base.slice(-END_READ) : base;
  const bare = read
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const plain = trimEnd(bare, '. ').normalize('NFC');
  if (plain.length <= LONGEST) return plain;
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? '';
  // A sign that the cut goes through goes with it: half of one is no text.
  return plain.slice(0, LONGEST - ending.length).replace(/\p{Surrogate}$/u, '') + ending;
}
