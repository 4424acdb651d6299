import sharp, { type Sharp } from 'sharp';
import type { FileVariant } from '#server/db/tables/system.ts';
import { bmpHeader, unpackBmp } from './bmp.ts';
import { isTooLarge, PIXELS_MAX, readMetadata } from './decoding.ts';
import { isHeic, type Picture, type Pictures, PictureTooLarge, PictureUnreadable } from './drawn.ts';
import { unpackHeic } from './heic.ts';

/** The tag of a TIFF page that points to its GPS coordinates. */
const GPS = 0x8825;
/** XMP stores coordinates as text under this name. */
const GPS_IN_WORDS = 'GPSLatitude';
/** More entries than the pages of any scan have together; the list of pages may also lead back to its beginning. */
const ENTRIES_MAX = 500_000;
const ENTRY = 12;

/**
 * Whether a page of a TIFF says where it was taken.
 * @returns true as well for what cannot be read through, such as a BigTIFF
 */
export function tellsPlace(bytes: Buffer): boolean {
  const little = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (bytes.includes(GPS_IN_WORDS)) return true;
  try {
    if (short(2) !== 42) return true;
    let page = long(4);
    let entries = 0;
    while (page !== 0) {
      const count = short(page);
      entries += count + 1;
      if (entries > ENTRIES_MAX) return true;
      for (let entry = 0; entry < count; entry += 1) if (short(page + 2 + entry * ENTRY) === GPS) return true;
      page = long(page + 2 + count * ENTRY);
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Greatest edge in pixels. */
const EDGES = { preview: 240, medium: 800, large: 1920 } as const satisfies Record<FileVariant, number>;

const VARIANTS = ['preview', 'medium', 'large'] as const satisfies readonly FileVariant[];

/** A BMP is read in steps above this edge, pixels. */
const BMP_EDGE = EDGES.large;

/** Kinds that carry no metadata: one that cannot be read is kept as it came, as a file. */
const PLAIN: ReadonlySet<string> = new Set(['image/bmp', 'image/gif']);

/** @param unpack unpacks a HEIC @returns makes pictures, however many at a time: `picture-process.ts` asks for one */
export function pictureMaker(
  unpack: typeof unpackHeic = unpackHeic,
): (bytes: Buffer, mime: string) => Promise<Pictures | null> {
  const open = async (bytes: Buffer, mime: string) => {
    if (isHeic(mime)) return openHeic(bytes, unpack);
    return mime === 'image/bmp' ? openBmp(bytes) : openPicture(bytes);
  };
  return async (bytes, mime) => {
    if (!mime.startsWith('image/')) return null;
    const made = await shrinkAll(await open(bytes, mime));
    if (!made && !PLAIN.has(mime)) throw new PictureUnreadable();
    return made;
  };
}

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
  const head = await readMetadata(bytes);
  if (!head) return null;
  // Of several pages or frames the first is unpacked, and no other.
  if (isTooLarge(head)) throw new PictureTooLarge();
  const { width, height } = head.autoOrient;
  const options = { limitInputPixels: PIXELS_MAX, sequentialRead: true } as const;
  const open = (careful: boolean) => sharp(bytes, { ...options, failOn: careful ? 'truncated' : 'none' }).autoOrient();
  const isDocument = head.format === 'tiff' && (head.pages ?? 1) > 1 && !tellsPlace(bytes);
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
  const variantNames = source.only ? [source.only] : VARIANTS;
  const largest = Math.max(...variantNames.map((variant) => EDGES[variant]));
  // Unpacked once, at the size that is needed; one that breaks off is drawn as far as it goes.
  const bitmap = (await draw(source.open(true), largest)) ?? (await draw(source.open(false), largest));
  if (!bitmap) return null;
  const variants: Picture[] = [];
  for (const variant of variantNames) {
    const picture = await shrink(bitmap, sizeWithin(source, EDGES[variant]));
    if (!picture) return null;
    variants.push({ variant, ...picture });
  }
  return { width: source.width, height: source.height, variants };
}

/** Unpacked pixels of a picture no larger than any variant. */
type Drawn = Awaited<ReturnType<typeof draw>>;

/** The decoder itself leaves out what a smaller picture does not need, where its format lets it. */
async function draw(picture: Sharp, edge: number) {
  const bounds = { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const;
  return picture
    .resize(bounds)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
}

/** The size of a picture within a square, pixels. */
function sizeWithin({ width, height }: Pick<Source, 'width' | 'height'>, edge: number) {
  const factor = Math.min(1, edge / Math.max(width, height));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * factor));
  return { width: scaled(width), height: scaled(height) };
}

async function shrink(
  bitmap: NonNullable<Drawn>,
  size: { width: number; height: number },
): Promise<Omit<Picture, 'variant'> | null> {
  const { width, height, channels } = bitmap.info;
  try {
    const { data, info } = await sharp(bitmap.data, { raw: { width, height, channels } })
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, mime: 'image/webp', width: info.width, height: info.height };
  } catch {
    return null;
  }
}
