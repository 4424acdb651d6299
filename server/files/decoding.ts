import sharp, { type Metadata } from 'sharp';

// Uploaded pictures are decoded once, so a cache would only use memory.
sharp.cache(false);

/** Largest picture that is decoded, pixels: a file of a few kilobytes can claim a huge size. */
export const PIXELS_MAX = 72_000_000;
/** Memory that a decoder may need for one picture, at most, bytes. */
const BYTES_MAX = 300_000_000;

/**
 * Bytes per pixel that a decoder keeps for the whole picture. Formats read row by row need almost nothing; a progressive JPEG
 * keeps 16-bit coefficients, an interlaced PNG and other formats all pixels.
 */
function bytesPerPixel({ format, isProgressive, channels = 4, depth, chromaSubsampling }: Metadata): number {
  if (format === 'jpeg') {
    if (!isProgressive) return 0;
    return channels === 3 && chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
  }
  if (format === 'png') return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  return format === 'webp' || format === 'gif' ? 4 : 0;
}

/** Whether a picture is too large to decode, by its metadata. */
export function isTooLarge(head: Metadata): boolean {
  const pixels = head.width * head.height;
  return pixels > PIXELS_MAX || pixels * bytesPerPixel(head) > BYTES_MAX;
}

/** Metadata of a picture, read without decoding it; null if it is not a picture. */
export async function readMetadata(bytes: Buffer): Promise<Metadata | null> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return head?.width && head.height ? head : null;
}
