import type { FileVariant } from '#server/db/tables/system.ts';

/** A smaller picture: WebP without metadata, rotated upright. */
export interface Picture {
  variant: FileVariant;
  bytes: Buffer;
  mime: 'image/webp';
  width: number;
  height: number;
}

/** Size and smaller pictures of an upload. */
export interface Pictures {
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /**
   * The variants. They are made even if they are not smaller than the original, since they carry no metadata. A TIFF of several
   * pages has only a preview.
   */
  variants: Picture[];
}

/** The picture is too large to decode. */
export class PictureTooLarge extends Error {}

/** The picture cannot be decoded. It may contain its location, so the original must not be served. */
export class PictureUnreadable extends Error {}

/** The sender has disconnected meanwhile. */
export class SenderGone extends Error {}

/** Whether a picture is HEIC, which needs a separate decoder and takes seconds. */
export const isHeic = (mime: string): boolean => /hei[cf]$/.test(mime);

/**
 * Makes the smaller pictures of an upload.
 * @param isSenderGone whether the sender has disconnected; checked when its turn in the queue comes
 * @returns null if it is not a picture, and for a bmp or gif that cannot be decoded: then the original is kept as a plain file
 * @throws PictureTooLarge above `PIXELS_MAX` (`decoding.ts`)
 * @throws PictureUnreadable for other formats that cannot be decoded
 * @throws SenderGone
 */
export type MakePictures = (bytes: Buffer, mime: string, isSenderGone?: () => boolean) => Promise<Pictures | null>;
