import type { FileVariant } from '#server/db/tables/system.ts';

/** A smaller picture: WebP without metadata, turned upright. */
export interface Picture {
  variant: FileVariant;
  bytes: Buffer;
  mime: 'image/webp';
  width: number;
  height: number;
}

/** The result of reading a picture. */
export interface Pictures {
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /**
   * Variants; one that would not be smaller than the original is made all the same: it carries no metadata. A TIFF of several
   * pages has a preview alone.
   */
  variants: Picture[];
}

/** A picture too large to unpack. */
export class PictureTooLarge extends Error {}

/** A picture that cannot be read. It may say where it was taken, and is not handed out as it came. */
export class PictureUnreadable extends Error {}

/** The sender has gone meanwhile. */
export class SenderGone extends Error {}

/** A HEIC is unpacked by code of its own and takes seconds. */
export const isHeic = (mime: string): boolean => /hei[cf]$/.test(mime);

/**
 * Makes the smaller pictures of an upload.
 * @param gone whether the sender has gone; asked when its turn has come
 * @returns null for what is no picture, and for a bmp or gif that cannot be read: the file is then kept as it came
 * @throws PictureTooLarge above `PIXELS_MAX` (`decoding.ts`)
 * @throws PictureUnreadable for one of any other kind
 * @throws SenderGone
 */
export type MakePictures = (bytes: Buffer, mime: string, gone?: () => boolean) => Promise<Pictures | null>;
