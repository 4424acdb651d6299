import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PX } from '#resources/limits.ts';
import { AVATAR_MIMES } from '#resources/protocol/people/avatar.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from './addresses.ts';
import { isTooLarge, PIXELS_MAX, readMetadata } from './decoding.ts';
import { filesById } from './queries.ts';

const TAKEN: ReadonlySet<string> = new Set(AVATAR_MIMES);

/** Why a picture is not taken: a text key. */
export type NoPicture = 'validation.image' | 'api.pictureTooLarge';

/**
 * Draws an avatar anew: upright, 400x400 (PROF-11), WebP. What came is only looked at, so nothing of it is kept: no metadata, no
 * second frame, no bytes behind the picture. Decided by the bytes themselves; an SVG is no picture here.
 */
export async function drawAvatar(bytes: Buffer): Promise<Buffer | NoPicture> {
  const found = await fileTypeFromBuffer(bytes);
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime;
  if (!mime || !TAKEN.has(mime)) return 'validation.image';
  const head = await readMetadata(bytes);
  if (!head) return 'validation.image';
  if (isTooLarge(head)) return 'api.pictureTooLarge';
  return (
    sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'truncated' })
      .autoOrient()
      .resize(PX.avatarCrop, PX.avatarCrop, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer()
      // A picture that breaks off or lies about itself.
      .catch(() => 'validation.image' as const)
  );
}

/**
 * Pictures of some people, looked up at once.
 * @returns the address of a picture by its file id; null for a person without one
 */
export async function portraits(
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
