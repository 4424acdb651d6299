import sharp, { type Sharp } from 'sharp';
import type { FileVariant } from '#server/db/tables/system.ts';
import { decodeBmp, parseBmpHeader } from './bmp.ts';
import { isTooLarge, PIXELS_MAX, readMetadata } from './decoding.ts';
import { isHeic, type Picture, type Pictures, PictureTooLarge, PictureUnreadable } from './drawn.ts';
import { decodeHeic } from './heic.ts';

/** The tag of a TIFF page that points to its GPS coordinates. */
const GPS_TAG = 0x8825;
/** Name under which XMP stores coordinates as text. */
const GPS_XMP_NAME = 'GPSLatitude';
/** Bound of tag entries, above any real scan, since the list of pages may be cyclic. */
const ENTRIES_MAX = 500_000;
const ENTRY_BYTES = 12;

/**
 * Whether a TIFF contains GPS coordinates.
 * @returns true also if it cannot be parsed, as for BigTIFF
 */
export function hasLocation(bytes: Buffer): boolean {
  const isLittleEndian = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (bytes.includes(GPS_XMP_NAME)) return true;
  try {
    if (short(2) !== 42) return true;
    let page = long(4);
    let entries = 0;
    while (page !== 0) {
      const count = short(page);
      entries += count + 1;
      if (entries > ENTRIES_MAX) return true;
      for (let entry = 0; entry < count; entry += 1) if (short(page + 2 + entry * ENTRY_BYTES) === GPS_TAG) return true;
      page = long(page + 2 + count * ENTRY_BYTES);
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Longest edge of each variant, pixels. */
const EDGES = { preview: 240, medium: 800, large: 1920 } as const satisfies Record<FileVariant, number>;

const VARIANTS = ['preview', 'medium', 'large'] as const satisfies readonly FileVariant[];

/** A larger BMP is subsampled, pixels. */
const BMP_EDGE = EDGES.large;

/** Formats without location metadata: if one cannot be decoded, the original is kept as a plain file. */
const KEPT_FORMATS: ReadonlySet<string> = new Set(['image/bmp', 'image/gif']);

/**
 * Creates the function that makes the smaller pictures of an upload; `picture-process.ts` calls it for one picture at a time.
 * @param decode decodes HEIC
 */
export function createPictureMaker(
  decode: typeof decodeHeic = decodeHeic,
): (bytes: Buffer, mime: string) => Promise<Pictures | null> {
  const open = async (bytes: Buffer, mime: string) => {
    if (isHeic(mime)) return openHeic(bytes, decode);
    return mime === 'image/bmp' ? openBmp(bytes) : openPicture(bytes);
  };
  return async (bytes, mime) => {
    if (!mime.startsWith('image/')) return null;
    const pictures = await shrinkAll(await open(bytes, mime));
    if (!pictures && !KEPT_FORMATS.has(mime)) throw new PictureUnreadable();
    return pictures;
  };
}

interface Source {
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /** Set if only this variant is made: a TIFF of several pages is a document, served as uploaded. */
  onlyVariant?: FileVariant;
  /** @param isStrict fails for a truncated picture; otherwise it is decoded as far as possible */
  open(isStrict: boolean): Sharp;
}

async function openPicture(bytes: Buffer): Promise<Source | null> {
  const head = await readMetadata(bytes);
  if (!head) return null;
  // Only the first page or frame is decoded.
  if (isTooLarge(head)) throw new PictureTooLarge();
  const { width, height } = head.autoOrient;
  const options = { limitInputPixels: PIXELS_MAX, sequentialRead: true } as const;
  const open = (isStrict: boolean) =>
    sharp(bytes, { ...options, failOn: isStrict ? 'truncated' : 'none' }).autoOrient();
  const isDocument = head.format === 'tiff' && (head.pages ?? 1) > 1 && !hasLocation(bytes);
  return { width, height, open, ...(isDocument ? { onlyVariant: 'preview' as const } : {}) };
}

function openBmp(bytes: Buffer): Source | null {
  const header = parseBmpHeader(bytes);
  if (!header) return null;
  const { width, height } = header;
  if (width * height > PIXELS_MAX) throw new PictureTooLarge();
  const decoded = decodeBmp(bytes, BMP_EDGE);
  if (!decoded) return null;
  const raw = { width: decoded.width, height: decoded.height, channels: 3 } as const;
  return { width, height, open: () => sharp(decoded.data, { raw }) };
}

async function openHeic(bytes: Buffer, decode: typeof decodeHeic): Promise<Source | null> {
  const decoded = await decode(bytes, PIXELS_MAX);
  if (decoded === 'too-large') throw new PictureTooLarge();
  if (!decoded) return null;
  const { width, height, data } = decoded;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, open: () => sharp(pixels, { raw: { width, height, channels: 4 } }) };
}

async function shrinkAll(source: Source | null): Promise<Pictures | null> {
  if (!source) return null;
  const variantNames = source.onlyVariant ? [source.onlyVariant] : VARIANTS;
  const largest = Math.max(...variantNames.map((variant) => EDGES[variant]));
  // Decoded once at the largest size needed; a truncated picture is decoded as far as possible.
  const bitmap = (await decodeScaled(source.open(true), largest)) ?? (await decodeScaled(source.open(false), largest));
  if (!bitmap) return null;
  const variants: Picture[] = [];
  for (const variant of variantNames) {
    const picture = await shrink(bitmap, sizeWithin(source, EDGES[variant]));
    if (!picture) return null;
    variants.push({ variant, ...picture });
  }
  return { width: source.width, height: source.height, variants };
}

/** Decoded pixels of a picture, scaled down to the largest variant. */
type DecodedPicture = Awaited<ReturnType<typeof decodeScaled>>;

/** Decodes and shrinks in one step, since some decoders can skip data not needed for the smaller size. */
async function decodeScaled(picture: Sharp, edge: number) {
  const bounds = { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const;
  return picture
    .resize(bounds)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
}

/** Size of a picture scaled to fit into a square, pixels. */
function sizeWithin({ width, height }: Pick<Source, 'width' | 'height'>, edge: number) {
  const factor = Math.min(1, edge / Math.max(width, height));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * factor));
  return { width: scaled(width), height: scaled(height) };
}

async function shrink(
  bitmap: NonNullable<DecodedPicture>,
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
