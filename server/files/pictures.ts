import sharp, { type Sharp } from 'sharp';
import { turnstile } from '#server/access/turnstile.ts';
import type { FileVariant } from '#server/db/tables/system.ts';
import { bmpHeader, unpackBmp } from './bmp.ts';
import { unpackHeic } from './heic.ts';
import { tellsPlace } from './tiff.ts';

/** A smaller picture: WebP without metadata, turned upright. */
export interface Picture {
  variant: FileVariant;
  bytes: Buffer;
  mime: 'image/webp';
  width: number;
  height: number;
}

/** What could be read of a picture. */
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

/** Greatest edge in pixels. */
const EDGES = { preview: 240, medium: 800, large: 1920 } as const satisfies Record<FileVariant, number>;

const VARIANTS = ['preview', 'medium', 'large'] as const satisfies readonly FileVariant[];

/** Greatest picture that is unpacked, pixels: a few kilobytes can claim to be a wall. */
export const PIXELS_MAX = 72_000_000;

/** A BMP is read in steps above this edge, pixels. */
const BMP_EDGE = EDGES.large;

/** A picture too large to unpack. */
export class PictureTooLarge extends Error {}

/** A picture that cannot be read. It may say where it was taken, and is not handed out as it came. */
export class PictureUnreadable extends Error {}

/** Whoever sent it has gone meanwhile. */
export class SenderGone extends Error {}

/** Kinds that carry no metadata: one that cannot be read is kept as it came, as a file. */
const PLAIN: ReadonlySet<string> = new Set(['image/bmp', 'image/gif']);

const isHeic = (mime: string): boolean => /hei[cf]$/.test(mime);

/**
 * Makes the smaller pictures of an upload.
 * @param gone whether whoever sent it still waits; asked when its turn has come
 * @returns null for what is no picture, and for a bmp or gif that cannot be read: the file is then kept as it came
 * @throws PictureTooLarge above `PIXELS_MAX`
 * @throws PictureUnreadable for one of any other kind
 * @throws SenderGone
 */
export type MakePictures = (bytes: Buffer, mime: string, gone?: () => boolean) => Promise<Pictures | null>;

/** @param unpack unpacks a HEIC */
export function pictureMaker(unpack: typeof unpackHeic = unpackHeic): MakePictures {
  // Pictures take a core each: an album waits here and not in front of everything else.
  const oneAtATime = turnstile(1, 200);
  // A HEIC takes seconds, on a thread of its own: others do not wait for it. Its pixels are many: one at a time has them.
  const oneHeic = turnstile(1, 100);
  return async (bytes, mime, gone = () => false) => {
    if (!mime.startsWith('image/')) return null;
    const asked = <Result>(work: () => Promise<Result>) => {
      if (gone()) throw new SenderGone();
      return work();
    };
    const shrunk = (source: Source | null) => oneAtATime(() => asked(() => shrinkAll(source)));
    const made = isHeic(mime)
      ? await oneHeic(() => asked(async () => shrunk(await openHeic(bytes, unpack))))
      : await oneAtATime(() =>
          asked(async () => shrinkAll(mime === 'image/bmp' ? openBmp(bytes) : await openPicture(bytes))),
        );
    if (!made && !PLAIN.has(mime)) throw new PictureUnreadable();
    return made;
  };
}

/** The one of the server. */
export const makePictures: MakePictures = pictureMaker();

interface Source {
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /** The one variant that is made: what has more pages than can be shown is a document, and read as it came. */
  only?: FileVariant;
  /** @param careful gives up on a picture that breaks off; else it is drawn as far as it goes */
  open(careful: boolean): Sharp;
}

async function openPicture(bytes: Buffer): Promise<Source | null> {
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!size?.width || !size.height) return null;
  // Of several pages or frames the first is unpacked, and no other.
  if (size.width * size.height > PIXELS_MAX) throw new PictureTooLarge();
  const { width, height } = size.autoOrient;
  const options = { limitInputPixels: PIXELS_MAX, sequentialRead: true } as const;
  const open = (careful: boolean) => sharp(bytes, { ...options, failOn: careful ? 'truncated' : 'none' }).autoOrient();
  const isDocument = size.format === 'tiff' && (size.pages ?? 1) > 1 && !tellsPlace(bytes);
  return { width, height, open, ...(isDocument ? { only: 'preview' as const } : {}) };
}

function openBmp(bytes: Buffer): Source | null {
  const header = bmpHeader(bytes);
  if (!header) return null;
  const { width, height } = header;
  if (width * height > PIXELS_MAX) throw new PictureTooLarge();
  const unpacked = unpackBmp(bytes, BMP_EDGE);
  if (!unpacked) return null;
  const raw = { width: unpacked.width, height: unpacked.height, channels: 3 } as const;
  return { width, height, open: () => sharp(unpacked.data, { raw }) };
}

async function openHeic(bytes: Buffer, unpack: typeof unpackHeic): Promise<Source | null> {
  const unpacked = await unpack(bytes, PIXELS_MAX);
  if (unpacked === 'too-large') throw new PictureTooLarge();
  if (!unpacked) return null;
  const { width, height, data } = unpacked;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, open: () => sharp(pixels, { raw: { width, height, channels: 4 } }) };
}

async function shrinkAll(source: Source | null): Promise<Pictures | null> {
  if (!source) return null;
  const variants: Picture[] = [];
  for (const variant of source.only ? [source.only] : VARIANTS) {
    const edge = EDGES[variant];
    // One that breaks off is drawn as far as it goes.
    const picture = (await shrink(source.open(true), edge)) ?? (await shrink(source.open(false), edge));
    if (!picture) return null;
    variants.push({ variant, ...picture });
  }
  return { width: source.width, height: source.height, variants };
}

async function shrink(picture: Sharp, edge: number): Promise<Omit<Picture, 'variant'> | null> {
  try {
    const { data, info } = await picture
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, mime: 'image/webp', width: info.width, height: info.height };
  } catch {
    return null;
  }
}
