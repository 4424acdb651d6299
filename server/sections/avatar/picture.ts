import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PX } from '#resources/limits.ts';
import { AVATAR_MIMES } from '#resources/protocol/avatar.ts';
import { headOf, isTooLarge, oneDecoding, PIXELS_MAX } from '#server/files/decoding.ts';

const TAKEN: ReadonlySet<string> = new Set(AVATAR_MIMES);

/** Why a picture is not taken: a text key. */
export type NoPicture = 'validation.image' | 'api.pictureTooLarge';

/**
 * Draws an avatar anew: upright, 400x400 (B§5), WebP. What came is only looked at, so nothing of it is kept: no metadata, no
 * second frame, no bytes behind the picture. Decided by the bytes themselves; an SVG is no picture here.
 */
export async function drawAvatar(bytes: Buffer): Promise<Buffer | NoPicture> {
  const found = await fileTypeFromBuffer(bytes);
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime;
  if (!mime || !TAKEN.has(mime)) return 'validation.image';
  const head = await headOf(bytes);
  if (!head) return 'validation.image';
  if (isTooLarge(head)) return 'api.pictureTooLarge';
  return oneDecoding(() =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'truncated' })
      .autoOrient()
      .resize(PX.avatarCrop, PX.avatarCrop, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer()
      // A picture that breaks off or lies about itself.
      .catch(() => 'validation.image' as const),
  );
}
