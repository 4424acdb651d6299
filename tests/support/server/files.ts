import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of one colour. */
export function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' = 'png',
  width = 640,
  height = 480,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0b7a75' } })
    .toFormat(format)
    .toBuffer();
}

/** A picture that carries the place it was taken at. */
export function pictureWithPlace(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 900, channels: 3, background: '#333' } })
    .withExif({ IFD0: { Artist: 'Secret Photographer' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .jpeg()
    .toBuffer();
}

/** A picture as a telephone keeps it, 128 by 96 of one colour. */
export const heicPicture = (): Buffer =>
  Buffer.from(
    'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABK21ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBpdG0AAAAAAA' +
      'EAAAAeaWxvYwAAAABEAAABAAEAAAABAAABSwAAABsAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAK9pcHJwAAAAkmlwY28A' +
      'AAB2aHZjQwEBYAAAAJAAAAAAAB7wAPz9+PgAAA8DoAABABhAAQwB//8BYAAAAwCQAAADAAADAB6VmAmhAAEAKUIBAQFgAAADAJAAAAMAAAMAHq' +
      'AQIGFllZpJMrwFoCAAAAMAIAAAAwMhogABAAdEAcFytCJAAAAAFGlzcGUAAAAAAAAAgAAAAGAAAAAVaXBtYQAAAAAAAAABAAECgQIAAAAjbWRh' +
      'dAAAABcoAa8dgPfPgP/uvug6B+Ala6+s1i8ivg==',
    'base64',
  );

/** The same colour in the one kind of picture that is kept as it comes. */
export function bmpPicture(width = 8, height = 8): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 0x75);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

/** A PNG whose head claims this size over next to no bytes. */
export async function hugePicture(width = 60_000, height = 60_000): Promise<Buffer> {
  const png = await picture('png', 8, 8);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A ZIP with one entry of this name. */
export function zip(name = 'файл.txt', content = 'текст'): Buffer {
  const data = deflateRawSync(Buffer.from(content));
  const entry = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(Buffer.from(content)), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(Buffer.byteLength(content), 22);
  local.writeUInt16LE(entry.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  local.copy(central, 6, 4, 30);
  const start = local.length + entry.length + data.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + entry.length, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([local, entry, data, central, entry, end]);
}

/** The smallest document of each kind that its own programs open or at least know by its mark. */
export const DOCUMENTS: Readonly<Record<string, () => Buffer>> = {
  'смета.pdf': () => Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  'письмо.rtf': () => Buffer.from('{\\rtf1\\ansi Hello}'),
  'письмо.txt': () => Buffer.from('Отключение воды\r\n'),
  'жильцы.csv': () => Buffer.from('unit;last_name\r\n1;Серова\r\n'),
  'жильцы-1251.csv': () => Buffer.from([0xd1, 0xe5, 0xf0, 0xee, 0xe2, 0xe0, 0x3b, 0x31, 0x0d, 0x0a]),
  'архив.zip': () => zip(),
  'архив.7z': () => Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, ...Array(26).fill(0)]),
  'архив.rar': () => Buffer.from([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00, ...Array(26).fill(0)]),
  'старый.doc': () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(504).fill(0)]),
  'старый.xls': () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(504).fill(0)]),
  'старый.ppt': () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(504).fill(0)]),
  'новый.docx': () => zip('word/document.xml', '<w:document/>'),
  'новый.xlsx': () => zip('xl/workbook.xml', '<workbook/>'),
  'новый.pptx': () => zip('ppt/presentation.xml', '<presentation/>'),
};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>';

/** Files that must not be taken, by their names. */
export const HOSTILE: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'рисунок.svg': () => Buffer.from(SVG),
  'рисунок.png': () => Buffer.from(SVG),
  'страница.png': () => Buffer.from(PAGE),
  'страница.html': () => Buffer.from(PAGE),
  'страница.pdf': () => Buffer.from(PAGE),
  'страница.docx': () => Buffer.from(PAGE),
  'программа.exe': () => Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, ...Array(60).fill(0)]),
  'программа.pdf': () => Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, ...Array(60).fill(0)]),
  'скрипт.js': () => Buffer.from('alert(1)'),
  'пустой.png': () => Buffer.alloc(0),
  'без-окончания': () => picture(),
  'картинка.png.exe': () => picture(),
  'двоичный.txt': () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  'стена.png': () => hugePicture(),
};

/** A document of two parts, each of which unpacks to this many zeros. */
export function docxBomb(size: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(size));
  const parts = ['[Content_Types].xml', 'word/document.xml'].map((name) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    return Buffer.concat([head, Buffer.from(name), data]);
  });
  return Buffer.concat(parts);
}
