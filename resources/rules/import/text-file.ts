import { type Delimited, type Headed, headedMost, readDelimited, startOf } from './delimited.ts';
import { type Decoded, decode, type Encoding, LOOKED_AT, otherReadings } from './encoding.ts';

/** A text file as rows, and how it was read. */
interface TextFile {
  decoded: Decoded;
  delimited: Delimited;
}

/**
 * Decodes a text and parts it into rows. Which of the old code pages it is in, and what parts its cells, is told by the headings that
 * are known.
 * @param most rows; more are refused
 * @param headed how many columns a row heads
 * @throws ImportFileError notTable, and what `readDelimited` refuses
 */
export function readTextFile(
  bytes: Uint8Array,
  { most, headed, encoding }: { most: number; headed: Headed; encoding?: Encoding | undefined },
): TextFile {
  let decoded = decode(bytes, encoding);
  if (encoding === undefined) {
    let bestEncoding: Encoding | null = null;
    let best = headedMost(startOf(decoded.text), headed);
    for (const other of otherReadings(decoded)) {
      const count = headedMost(startOf(decode(bytes.subarray(0, LOOKED_AT), other).text), headed);
      if (count > best) [bestEncoding, best] = [other, count];
    }
    if (bestEncoding) decoded = decode(bytes, bestEncoding);
  }
  return { decoded, delimited: readDelimited(decoded.text, most, headed) };
}
