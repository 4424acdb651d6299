import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PX } from '#resources/limits.ts';
import { AVATAR_MIMES } from '#resources/protocol/people/avatar.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from './addresses.ts';
import { isTooLarge, PIXELS_MAX, readMetadata } from './decoding.ts';
import { filesById } from './queries.ts';

const ACCEPTED_MIMES: ReadonlySet<string> = new Set(AVATAR_MIMES);

/** Why a picture is rejected, an i18n key. */
export type PictureRefusal = 'validation.image' | 'api.pictureTooLarge';

/**
 * Redraws an avatar upright as WebP of 400x400 (PROF-11). Nothing of the upload is kept: no metadata, no other frames, no bytes
 * after the picture. The type is decided by the content; SVG is rejected.
 */
export async function drawAvatar(bytes: Buffer): Promise<Buffer | PictureRefusal> {
  const sniffed = await fileTypeFromBuffer(bytes);
  const mime = sniffed?.mime === 'image/apng' ? 'image/png' : sniffed?.mime;
  if (!mime || !ACCEPTED_MIMES.has(mime)) return 'validation.image';
  const head = await readMetadata(bytes);
  if (!head) return 'validation.image';
  if (isTooLarge(head)) return 'api.pictureTooLarge';
  return (
    sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'truncated' })
      .autoOrient()
      .resize(PX.avatarCrop, PX.avatarCrop, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer()
      // The picture is truncated or inconsistent.
      .catch(() => 'validation.image' as const)
  );
}

/**
 * Loads the avatars of some people with one query.
 * @returns the URL of a picture by its file id; null for a person without one
 */
export async function loadAvatars(
  db: Db,
  reader: Reader,
  people: readonly { avatar_file_id: number | null }[],
): Promise<(file: number | null) => string | null> {
  const ids = [...new Set(people.flatMap(({ avatar_file_id }) => avatar_file_id ?? []))];
  const files = ids.length ? await filesById(db, ids) : new Map<number, never>();
  return (id) => {
    const file = id === null ? undefined : files.get(id);
    const shown = file && shownFile(reader, file);
    return shown ? (shown.medium ?? shown.s3_file).file : null;
  };
}
