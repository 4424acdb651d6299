import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PX } from '#resources/limits.ts';
import { AVATAR_MIMES } from '#resources/protocol/avatar.ts';
import { turnstile } from '#server/access/turnstile.ts';
import { PIXELS_MAX } from '#server/files/pictures.ts';

const TAKEN: ReadonlySet<string> = new Set(AVATAR_MIMES);

/** Pictures take a core each. */
const oneAtATime = turnstile(1, 50);

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
  const claimed = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!claimed?.width || !claimed.height) return 'validation.image';
  if (claimed.width * claimed.height > PIXELS_MAX) return 'api.pictureTooLarge';
  return oneAtATime(() =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'truncated' })
      .autoOrient()
      .resize(PX.avatarCrop, PX.avatarCrop, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer()
      // A picture that breaks off or lies about itself.
      .catch(() => 'validation.image' as const),
  );
}
