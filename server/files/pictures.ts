import sharp, { type Sharp } from 'sharp';
import { turnstile } from '#server/access/turnstile.ts';
import type { FileVariant } from '#server/db/tables/system.ts';
import { unpackHeic } from './heic.ts';

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
  /** Variants; one that would not be smaller than the original is made all the same: it carries no metadata. */
  variants: Picture[];
}

/** Greatest edge in pixels. */
const EDGES = { preview: 240, medium: 800, large: 1920 } as const satisfies Record<FileVariant, number>;

/** Greatest picture that is unpacked, pixels: a few kilobytes can claim to be a wall. */
export const PIXELS_MAX = 72_000_000;

/** Pictures take a core each: an album waits here and not in front of everything else. */
const oneAtATime = turnstile(1, 200);

/** A picture too large to unpack. */
export class PictureTooLarge extends Error {}

/**
 * Makes the smaller pictures of an upload.
 * @returns null for what is no picture or cannot be read here (bmp, broken ones): the file is then kept as it came
 * @throws PictureTooLarge above `PIXELS_MAX`
 */
export async function makePictures(bytes: Buffer, mime: string): Promise<Pictures | null> {
  if (!mime.startsWith('image/')) return null;
  return oneAtATime(async () => {
    const source = await (/hei[cf]$/.test(mime) ? openHeic(bytes) : openPicture(bytes));
    if (!source) return null;
    const variants: Picture[] = [];
    for (const variant of ['preview', 'medium', 'large'] as const) {
      const picture = await shrink(source.open(), EDGES[variant]);
      // A picture that breaks off or lies about itself cannot be shown; the file is still what was sent.
      if (!picture) return null;
      variants.push({ variant, ...picture });
    }
    return { width: source.width, height: source.height, variants };
  });
}

interface Source {
  width: number;
  height: number;
  open(): Sharp;
}

async function openPicture(bytes: Buffer): Promise<Source | null> {
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!size?.width || !size.height) return null;
  if (size.width * size.height * (size.pages ?? 1) > PIXELS_MAX) throw new PictureTooLarge();
  const { width, height } = size.autoOrient;
  const options = { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'truncated' } as const;
  return { width, height, open: () => sharp(bytes, options).autoOrient() };
}

async function openHeic(bytes: Buffer): Promise<Source | null> {
  const unpacked = await unpackHeic(bytes, PIXELS_MAX);
  if (unpacked === 'too-large') throw new PictureTooLarge();
  if (!unpacked) return null;
  const { width, height, data } = unpacked;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, open: () => sharp(pixels, { raw: { width, height, channels: 4 } }) };
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
