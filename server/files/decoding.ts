import sharp, { type Metadata } from 'sharp';

// Of a picture that was drawn nothing is kept for the next one.
sharp.cache(false);

/** Greatest picture that is unpacked, pixels: a few kilobytes can claim to be a wall. */
export const PIXELS_MAX = 72_000_000;
/** Most that a decoder may hold of one picture at a time, bytes. */
const BYTES_MAX = 300_000_000;

/**
 * Bytes for each pixel that a decoder keeps of the whole picture. One that is read row by row keeps next to nothing; a
 * progressive JPEG keeps coefficients of 16 bits, an interlaced PNG and the others all pixels.
 */
function bytesPerPixel({ format, isProgressive, channels = 4, depth, chromaSubsampling }: Metadata): number {
  if (format === 'jpeg') {
    if (!isProgressive) return 0;
    return channels === 3 && chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
  }
  if (format === 'png') return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  return format === 'webp' || format === 'gif' ? 4 : 0;
}

/** Whether a picture is too large to be unpacked, by what its head says. */
export function isTooLarge(head: Metadata): boolean {
  const pixels = head.width * head.height;
  return pixels > PIXELS_MAX || pixels * bytesPerPixel(head) > BYTES_MAX;
}

/** Facts in the head of a picture; null when it is none. Nothing is unpacked for it. */
export async function readMetadata(bytes: Buffer): Promise<Metadata | null> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return head?.width && head.height ? head : null;
}
