import { Inflate } from 'fflate';
import { ImportFileError } from './problem.ts';

/** Largest size of the parts of a workbook that are read, unpacked, bytes: a sheet of 100,000 rows is 25 MB. */
export const UNPACKED_MOST = 64_000_000;
/** Pushed into the unpacking at once, bytes: no more than a thousand times that can come out before it is counted. */
const SLICE = 4_096;
/** Files that an archive may name: a workbook has some dozens. */
const FILES_MOST = 10_000;

/** Lets others have their turn: the server answers other calls meanwhile. */
export type YieldTurn = () => Promise<void>;

/** A file in an archive. */
interface Entry {
  /** Where its own header begins, bytes. */
  at: number;
  /** Of what is packed, bytes. */
  packed: number;
  /** Its unpacked size as the archive states it, bytes. */
  unpacked: number;
  /** 0: not packed, 8: deflated. */
  method: number;
}

/** Files of an archive by their names as a workbook refers to them. */
type Archive = ReadonlyMap<string, Entry>;

const [DIRECTORY_END, DIRECTORY_FILE, FILE] = [0x06054b50, 0x02014b50, 0x04034b50];
/** The end of the directory without its comment, the longest comment, and the headers without names, bytes. */
const [END_SIZE, COMMENT_MOST, DIRECTORY_FILE_SIZE, FILE_SIZE] = [22, 65_535, 46, 30];

/** A name as a workbook refers to it: programs write backslashes, and capitals as they like. */
export const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** In the place of a size or an address that stands in the second field behind the name, for archives of any size. */
const ELSEWHERE = 0xffff_ffff;
/** The kind of that field, and what the long end of a directory begins with. */
const [LONG_FIELD, LONG_END_AT, LONG_END] = [1, 0x07064b50, 0x06064b50];

const dataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The files that the directory at the end of an archive names. What looks like a file in between is none: a workbook may hold another one.
 * @throws ImportFileError brokenWorkbook
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = dataView(bytes);
  let end = bytes.length - END_SIZE;
  const first = Math.max(0, end - COMMENT_MOST);
  while (end >= first && view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  if (end < first) throw new ImportFileError('brokenWorkbook');
  const files = new Map<string, Entry>();
  const decoder = new TextDecoder();
  let at = directoryAt(view, end);
  while (at + DIRECTORY_FILE_SIZE <= end && view.getUint32(at, true) === DIRECTORY_FILE && files.size < FILES_MOST) {
    const [name, extra, comment] = [28, 30, 32].map((from) => view.getUint16(at + from, true)) as [
      number,
      number,
      number,
    ];
    const from = at + DIRECTORY_FILE_SIZE;
    const [unpacked, packed, header] = [24, 20, 42].map((place) => view.getUint32(at + place, true));
    const sizes = longSizes(view, from + name, extra, [unpacked ?? 0, packed ?? 0, header ?? 0]);
    const entry = { unpacked: sizes[0], packed: sizes[1], at: sizes[2], method: view.getUint16(at + 10, true) };
    const key = partName(decoder.decode(bytes.subarray(from, from + name)));
    if (!files.has(key)) files.set(key, entry);
    at = from + name + extra + comment;
  }
  return files;
}

/** Where the directory begins. @param end where its short end does */
function directoryAt(view: DataView, end: number): number {
  const at = view.getUint32(end + 16, true);
  if (at !== ELSEWHERE || end < 20 || view.getUint32(end - 20, true) !== LONG_END_AT) return at;
  const long = Number(view.getBigUint64(end - 12, true));
  return long + 56 <= end && view.getUint32(long, true) === LONG_END ? Number(view.getBigUint64(long + 48, true)) : at;
}

/** The sizes and the address of a file, those that stand elsewhere taken from its field for them. */
function longSizes(
  view: DataView,
  from: number,
  length: number,
  short: readonly [number, number, number],
): [unpacked: number, packed: number, at: number] {
  const sizes: [number, number, number] = [...short];
  const end = Math.min(from + length, view.byteLength);
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== LONG_FIELD) continue;
    let next = at + 4;
    for (const [place, size] of short.entries()) {
      if (size !== ELSEWHERE || next + 8 > end) continue;
      sizes[place as 0 | 1 | 2] = Number(view.getBigUint64(next, true));
      next += 8;
    }
  }
  return sizes;
}

/** Where the bytes of a file lie. @throws ImportFileError brokenWorkbook */
function packedBytes(bytes: Uint8Array, { at, packed }: Entry): Uint8Array {
  const view = dataView(bytes);
  if (at + FILE_SIZE > bytes.length || view.getUint32(at, true) !== FILE) throw new ImportFileError('brokenWorkbook');
  const from = at + FILE_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new ImportFileError('brokenWorkbook');
  return bytes.subarray(from, from + packed);
}

/**
 * Unpacks some files of an archive, as text. What comes out is counted while it comes: what the archive says of its sizes is
 * believed only where it says too much.
 * @param names by their names, `partName`
 * @returns those that there are
 * @throws ImportFileError unpacksTooLarge, brokenWorkbook
 */
export async function unzipTexts(
  bytes: Uint8Array,
  archive: Archive,
  names: readonly string[],
  yieldTurn: YieldTurn,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  let unpacked = 0;
  const count = (size: number) => {
    unpacked += size;
    if (unpacked > UNPACKED_MOST) throw new ImportFileError('unpacksTooLarge');
  };
  for (const name of new Set(names)) {
    const entry = archive.get(name);
    if (!entry) continue;
    if (entry.unpacked > UNPACKED_MOST) throw new ImportFileError('unpacksTooLarge');
    const packed = packedBytes(bytes, entry);
    const decoder = new TextDecoder();
    const parts: string[] = [];
    const take = (chunk: Uint8Array, isLast: boolean) => {
      count(chunk.length);
      parts.push(decoder.decode(chunk, { stream: !isLast }));
    };
    if (entry.method === 0) take(packed, true);
    else if (entry.method === 8) await inflate(packed, take, yieldTurn);
    else throw new ImportFileError('brokenWorkbook');
    texts.set(name, parts.join(''));
  }
  return texts;
}

/** @throws ImportFileError brokenWorkbook, and what `take` throws */
async function inflate(
  packed: Uint8Array,
  take: (chunk: Uint8Array, isLast: boolean) => void,
  yieldTurn: YieldTurn,
): Promise<void> {
  const stream = new Inflate(take);
  try {
    for (let from = 0; from < packed.length; from += SLICE) {
      stream.push(packed.subarray(from, from + SLICE), from + SLICE >= packed.length);
      if ((from / SLICE) % 32 === 31) await yieldTurn();
    }
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('brokenWorkbook', {}, error);
  }
}
