/** Header of a BMP file. */
interface Header {
  /** Size in pixels. */
  width: number;
  height: number;
  /** Whether rows go from top to bottom; usually they go from bottom to top. */
  topDown: boolean;
  /** Bits per pixel. */
  depth: 1 | 4 | 8 | 16 | 24 | 32;
  /** Whether it uses a compression that is not supported here. */
  packed: boolean;
  /** Offset of the palette, bytes per entry and number of entries. */
  palette: { at: number; entry: 3 | 4; count: number };
  /** Bit masks of red, green and blue, for 16 and 32 bits. */
  masks: readonly [number, number, number];
  /** Offset of the pixels. */
  pixels: number;
}

/** A decoded picture, 3 bytes (RGB) per pixel. */
export interface Bitmap {
  width: number;
  height: number;
  data: Buffer;
}

const FILE_HEADER = 14;
const CORE_SIZE = 12;
const BITFIELDS = 3;
const DEPTHS: ReadonlySet<number> = new Set([1, 4, 8, 16, 24, 32]);
const MASKS_16 = [0x7c00, 0x03e0, 0x001f] as const;
const MASKS_32 = [0xff0000, 0x00ff00, 0x0000ff] as const;

function readDepth(bits: number): Header['depth'] | null {
  return DEPTHS.has(bits) ? (bits as Header['depth']) : null;
}

/**
 * Parses the header of a BMP.
 * @returns null if it is not a BMP or has invalid values
 */
export function parseBmpHeader(bytes: Buffer): Header | null {
  if (bytes.length < FILE_HEADER + CORE_SIZE || bytes.toString('latin1', 0, 2) !== 'BM') return null;
  const size = bytes.readUInt32LE(FILE_HEADER);
  const isCore = size === CORE_SIZE;
  if (!isCore && (size < 40 || bytes.length < FILE_HEADER + 40)) return null;
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signedHeight = isCore ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const depth = readDepth(bytes.readUInt16LE(isCore ? 24 : 28));
  const compression = isCore ? 0 : bytes.readUInt32LE(30);
  if (width < 1 || signedHeight === 0 || depth === null) return null;
  const hasMasks = compression === BITFIELDS && (depth === 16 || depth === 32) && bytes.length >= 66;
  const colorCount = isCore ? 0 : bytes.readUInt32LE(46);
  const count = depth > 8 ? 0 : Math.min(colorCount || 2 ** depth, 2 ** depth);
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    depth,
    packed: compression !== 0 && !hasMasks,
    palette: { at: FILE_HEADER + size, entry: isCore ? 3 : 4, count },
    masks: hasMasks
      ? [bytes.readUInt32LE(54), bytes.readUInt32LE(58), bytes.readUInt32LE(62)]
      : depth === 16
        ? MASKS_16
        : MASKS_32,
    pixels: bytes.readUInt32LE(10),
  };
}

/** Shift and maximum of a colour within a pixel. */
function readChannel(mask: number): { shift: number; most: number } {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { shift, most: mask >>> shift };
}

type ReadPixel = (row: number, x: number, out: Buffer, to: number) => void;

function createPixelReader(bytes: Buffer, { depth, palette, masks }: Header): ReadPixel {
  if (depth <= 8) {
    const pixelsPerByte = 8 / depth;
    return (row, x, target, to) => {
      const byte = bytes[row + Math.floor(x / pixelsPerByte)] ?? 0;
      const paletteIndex = (byte >> (8 - depth * ((x % pixelsPerByte) + 1))) & (2 ** depth - 1);
      const from = palette.at + Math.min(paletteIndex, palette.count - 1) * palette.entry;
      for (let channel = 0; channel < 3; channel += 1) target[to + channel] = bytes[from + 2 - channel] ?? 0;
    };
  }
  if (depth === 24) {
    return (row, x, target, to) => {
      for (let channel = 0; channel < 3; channel += 1) target[to + channel] = bytes[row + x * 3 + 2 - channel] ?? 0;
    };
  }
  const channels = masks.map(readChannel);
  return (row, x, target, to) => {
    const pixel = depth === 16 ? bytes.readUInt16LE(row + x * 2) : bytes.readUInt32LE(row + x * 4);
    for (const [channel, { shift, most }] of channels.entries()) {
      target[to + channel] = most ? Math.round((((pixel >>> shift) & most) / most) * 255) : 0;
    }
  };
}

/**
 * Decodes a BMP, which sharp cannot.
 * @param edge larger pictures are subsampled, so that neither edge reaches twice this length, pixels
 * @returns null if it is truncated, inconsistent or compressed (RLE, JPEG, PNG inside)
 */
export function decodeBmp(bytes: Buffer, edge: number): Bitmap | null {
  const header = parseBmpHeader(bytes);
  if (!header || header.packed) return null;
  const stride = Math.ceil((header.width * header.depth) / 32) * 4;
  if (header.pixels < FILE_HEADER || header.pixels + stride * header.height > bytes.length) return null;
  const step = Math.max(1, Math.floor(Math.max(header.width, header.height) / edge));
  const [width, height] = [Math.ceil(header.width / step), Math.ceil(header.height / step)];
  const data = Buffer.alloc(width * height * 3);
  const readPixel = createPixelReader(bytes, header);
  for (let y = 0; y < height; y += 1) {
    const sourceRow = header.topDown ? y * step : header.height - 1 - y * step;
    const rowStart = header.pixels + sourceRow * stride;
    for (let x = 0; x < width; x += 1) readPixel(rowStart, x * step, data, (y * width + x) * 3);
  }
  return { width, height, data };
}
