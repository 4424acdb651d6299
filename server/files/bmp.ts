/** A BMP as its header describes it. */
interface Header {
  /** Pixels. */
  width: number;
  height: number;
  /** Rows stand from the top down; else, as usual, from the bottom up. */
  topDown: boolean;
  /** Bits per pixel. */
  depth: 1 | 4 | 8 | 16 | 24 | 32;
  /** Whether it is packed in a way that is not read here. */
  packed: boolean;
  /** Where the palette stands, how many bytes an entry of it has. */
  palette: { at: number; entry: 3 | 4; count: number };
  /** Red, green and blue of 16 and 32 bits. */
  masks: readonly [number, number, number];
  /** Where the pixels begin. */
  pixels: number;
}

/** An unpacked picture: RGB. */
export interface Bitmap {
  width: number;
  height: number;
  data: Buffer;
}

const FILE_HEADER = 14;
const CORE = 12;
const BITFIELDS = 3;
const DEPTHS: ReadonlySet<number> = new Set([1, 4, 8, 16, 24, 32]);
const MASKS_16 = [0x7c00, 0x03e0, 0x001f] as const;
const MASKS_32 = [0xff0000, 0x00ff00, 0x0000ff] as const;

function readDepth(bits: number): Header['depth'] | null {
  return DEPTHS.has(bits) ? (bits as Header['depth']) : null;
}

/** Size and make of a BMP. @returns null for what is none, or says nothing sensible of itself */
export function bmpHeader(bytes: Buffer): Header | null {
  if (bytes.length < FILE_HEADER + CORE || bytes.toString('latin1', 0, 2) !== 'BM') return null;
  const size = bytes.readUInt32LE(FILE_HEADER);
  const core = size === CORE;
  if (!core && (size < 40 || bytes.length < FILE_HEADER + 40)) return null;
  const width = core ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const tall = core ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const depth = readDepth(bytes.readUInt16LE(core ? 24 : 28));
  const packing = core ? 0 : bytes.readUInt32LE(30);
  if (width < 1 || tall === 0 || depth === null) return null;
  const fields = packing === BITFIELDS && (depth === 16 || depth === 32) && bytes.length >= 66;
  const used = core ? 0 : bytes.readUInt32LE(46);
  const count = depth > 8 ? 0 : Math.min(used || 2 ** depth, 2 ** depth);
  return {
    width,
    height: Math.abs(tall),
    topDown: tall < 0,
    depth,
    packed: packing !== 0 && !fields,
    palette: { at: FILE_HEADER + size, entry: core ? 3 : 4, count },
    masks: fields
      ? [bytes.readUInt32LE(54), bytes.readUInt32LE(58), bytes.readUInt32LE(62)]
      : depth === 16
        ? MASKS_16
        : MASKS_32,
    pixels: bytes.readUInt32LE(10),
  };
}

/** Where a colour stands in a pixel, and its greatest value. */
function readChannel(mask: number): { shift: number; most: number } {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { shift, most: mask >>> shift };
}

type Painter = (row: number, x: number, out: Buffer, to: number) => void;

function createPainter(bytes: Buffer, { depth, palette, masks }: Header): Painter {
  if (depth <= 8) {
    const pixelsPerByte = 8 / depth;
    return (row, x, target, to) => {
      const byte = bytes[row + Math.floor(x / pixelsPerByte)] ?? 0;
      const place = (byte >> (8 - depth * ((x % pixelsPerByte) + 1))) & (2 ** depth - 1);
      const from = palette.at + Math.min(place, palette.count - 1) * palette.entry;
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
 * Unpacks a BMP, which sharp cannot.
 * @param edge a larger one is read in steps, so that neither edge has twice as many pixels
 * @returns null for one that breaks off, lies about itself or is packed (RLE, JPEG, PNG inside)
 */
export function unpackBmp(bytes: Buffer, edge: number): Bitmap | null {
  const header = bmpHeader(bytes);
  if (!header || header.packed) return null;
  const stride = Math.ceil((header.width * header.depth) / 32) * 4;
  if (header.pixels < FILE_HEADER || header.pixels + stride * header.height > bytes.length) return null;
  const step = Math.max(1, Math.floor(Math.max(header.width, header.height) / edge));
  const [width, height] = [Math.ceil(header.width / step), Math.ceil(header.height / step)];
  const data = Buffer.alloc(width * height * 3);
  const paint = createPainter(bytes, header);
  for (let y = 0; y < height; y += 1) {
    const line = header.topDown ? y * step : header.height - 1 - y * step;
    const row = header.pixels + line * stride;
    for (let x = 0; x < width; x += 1) paint(row, x * step, data, (y * width + x) * 3);
  }
  return { width, height, data };
}
