import { Inflate } from 'fflate';
import { ImportFileError } from './problem.ts';

/** Maximum unpacked size of the parts that are read, bytes; a sheet of 100,000 rows is 25 MB. */
export const UNPACKED_MAX = 64_000_000;
/** Size of the slices that are unpacked at once, bytes; their output, at most a thousand times as much, is counted after each slice. */
const SLICE = 4_096;
/** Maximum number of files in an archive; a workbook has some dozens. */
const FILES_MAX = 10_000;

/** Yields to the event loop, so that the server can handle other requests. */
export type YieldTurn = () => Promise<void>;

/** A file in an archive. */
interface Entry {
  /** Offset of its header, bytes. */
  at: number;
  /** Packed size, bytes. */
  packed: number;
  /** Unpacked size according to the archive, bytes. */
  unpacked: number;
  /** 0: not packed, 8: deflated. */
  method: number;
}

/** Files of an archive by normalised name. */
type Archive = ReadonlyMap<string, Entry>;

const [DIRECTORY_END, DIRECTORY_FILE, FILE] = [0x06054b50, 0x02014b50, 0x04034b50];
/** Sizes: end of the directory without its comment, longest comment, and headers without names, bytes. */
const [END_SIZE, COMMENT_MAX, DIRECTORY_FILE_SIZE, FILE_SIZE] = [22, 65_535, 46, 30];

/** Normalises a part name, because programs write backslashes and any case. */
export const normalizePartName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** Marks a size or an offset that is stored in the ZIP64 field. */
const IN_ZIP64_FIELD = 0xffff_ffff;
/** Type of the ZIP64 field, and signatures of the ZIP64 end of the directory. */
const [ZIP64_FIELD, ZIP64_LOCATOR, ZIP64_END] = [1, 0x07064b50, 0x06064b50];

const dataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Reads the directory at the end of an archive. Anything else that looks like a file header is ignored, because a workbook may
 * contain another archive.
 * @throws ImportFileError brokenWorkbook
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = dataView(bytes);
  let end = bytes.length - END_SIZE;
  const first = Math.max(0, end - COMMENT_MAX);
  while (end >= first && view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  if (end < first) throw new ImportFileError('brokenWorkbook');
  const files = new Map<string, Entry>();
  const decoder = new TextDecoder();
  let at = findDirectory(view, end);
  while (at + DIRECTORY_FILE_SIZE <= end && view.getUint32(at, true) === DIRECTORY_FILE && files.size < FILES_MAX) {
    const [name, extra, comment] = [28, 30, 32].map((from) => view.getUint16(at + from, true)) as [
      number,
      number,
      number,
    ];
    const from = at + DIRECTORY_FILE_SIZE;
    const [unpacked, packed, header] = [24, 20, 42].map((place) => view.getUint32(at + place, true));
    const sizes = readZip64Sizes(view, from + name, extra, [unpacked ?? 0, packed ?? 0, header ?? 0]);
    const entry = { unpacked: sizes[0], packed: sizes[1], at: sizes[2], method: view.getUint16(at + 10, true) };
    const key = normalizePartName(decoder.decode(bytes.subarray(from, from + name)));
    if (!files.has(key)) files.set(key, entry);
    at = from + name + extra + comment;
  }
  return files;
}

/**
 * Offset of the directory.
 * @param end offset of the regular end record
 */
function findDirectory(view: DataView, end: number): number {
  const at = view.getUint32(end + 16, true);
  if (at !== IN_ZIP64_FIELD || end < 20 || view.getUint32(end - 20, true) !== ZIP64_LOCATOR) return at;
  const long = Number(view.getBigUint64(end - 12, true));
  return long + 56 <= end && view.getUint32(long, true) === ZIP64_END ? Number(view.getBigUint64(long + 48, true)) : at;
}

/** Sizes and offset of a file, with the values of its ZIP64 field. */
function readZip64Sizes(
  view: DataView,
  from: number,
  length: number,
  short: readonly [number, number, number],
): [unpacked: number, packed: number, at: number] {
  const sizes: [number, number, number] = [...short];
  const end = Math.min(from + length, view.byteLength);
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_FIELD) continue;
    let next = at + 4;
    for (const [place, size] of short.entries()) {
      if (size !== IN_ZIP64_FIELD || next + 8 > end) continue;
      sizes[place as 0 | 1 | 2] = Number(view.getBigUint64(next, true));
      next += 8;
    }
  }
  return sizes;
}

/**
 * The packed bytes of a file.
 * @throws ImportFileError brokenWorkbook
 */
function getPackedBytes(bytes: Uint8Array, { at, packed }: Entry): Uint8Array {
  const view = dataView(bytes);
  if (at + FILE_SIZE > bytes.length || view.getUint32(at, true) !== FILE) throw new ImportFileError('brokenWorkbook');
  const from = at + FILE_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new ImportFileError('brokenWorkbook');
  return bytes.subarray(from, from + packed);
}

/**
 * Unpacks some files of an archive as text. Output is counted while it is unpacked, because the sizes in the archive may be too
 * small.
 * @param names names as normalised by `normalizePartName`
 * @returns the files that exist
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
    if (unpacked > UNPACKED_MAX) throw new ImportFileError('unpacksTooLarge');
  };
  for (const name of new Set(names)) {
    const entry = archive.get(name);
    if (!entry) continue;
    if (entry.unpacked > UNPACKED_MAX) throw new ImportFileError('unpacksTooLarge');
    const packed = getPackedBytes(bytes, entry);
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

/**
 * Unpacks deflated bytes.
 * @throws ImportFileError brokenWorkbook, and the errors of `take`
 */
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
