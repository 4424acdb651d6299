import { type Delimited, type Headed, headedMost, readDelimited, startOf } from './delimited.ts';
import { alternativeEncodings, DETECTION_BYTES, type Decoded, decode, type Encoding } from './encoding.ts';

/** A text file as rows, with its encoding and delimiter. */
interface TextFile {
  decoded: Decoded;
  delimited: Delimited;
}

/**
 * Decodes a text and splits it into rows. Among single-byte encodings and delimiters the one that yields the most known
 * headings is chosen.
 * @param most maximum number of rows; more are refused
 * @param headed counts headings in a row
 * @throws ImportFileError notTable, and the errors of `readDelimited`
 */
export function readTextFile(
  bytes: Uint8Array,
  { most, headed, encoding }: { most: number; headed: Headed; encoding?: Encoding | undefined },
): TextFile {
  let decoded = decode(bytes, encoding);
  if (encoding === undefined) {
    let bestEncoding: Encoding | null = null;
    let best = headedMost(startOf(decoded.text), headed);
    for (const other of alternativeEncodings(decoded)) {
      const count = headedMost(startOf(decode(bytes.subarray(0, DETECTION_BYTES), other).text), headed);
      if (count > best) [bestEncoding, best] = [other, count];
    }
    if (bestEncoding) decoded = decode(bytes, bestEncoding);
  }
  return { decoded, delimited: readDelimited(decoded.text, most, headed) };
}
