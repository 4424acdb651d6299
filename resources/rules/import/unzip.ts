import { Unzip, UnzipInflate } from 'fflate';
import { ImportFileError } from './problem.ts';

/** What the parts of a workbook that are looked at may come to, unpacked: a sheet of 100,000 rows is 25 MB. */
export const UNPACKED_MOST = 64_000_000;
/** Pushed into the unpacking at once, bytes: no more than a thousand times that can come out before it is counted. */
const SLICE = 4_096;

/** Lets others have their turn: the server answers other calls meanwhile. */
export type Breathe = () => Promise<void>;

/**
 * Unpacks some files of an archive, as text. What comes out is counted while it comes: what the archive says of its sizes is
 * believed only where it says too much.
 * @param wanted by their names in the archive
 * @throws ImportFileError unpacksTooLarge, brokenWorkbook
 */
export async function unzipTexts(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  breathe: Breathe,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let unpacked = 0;
  const archive = new Unzip((file) => {
    if (!wanted(file.name) || found.has(file.name)) return;
    if ((file.originalSize ?? 0) > UNPACKED_MOST) throw new ImportFileError('unpacksTooLarge');
    const decoder = new TextDecoder();
    const parts: string[] = [];
    file.ondata = (error, chunk, final) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > UNPACKED_MOST) throw new ImportFileError('unpacksTooLarge');
      parts.push(decoder.decode(chunk, { stream: !final }));
      if (final) found.set(file.name, parts.join(''));
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let from = 0; from < bytes.length; from += SLICE) {
      archive.push(bytes.subarray(from, from + SLICE), from + SLICE >= bytes.length);
      if ((from / SLICE) % 32 === 31) await breathe();
    }
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('brokenWorkbook', {}, error);
  }
  return found;
}
