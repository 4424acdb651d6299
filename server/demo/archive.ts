import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

const UTF8_NAMES = 0x0800;
/** 1 January 1980, the first date the format knows: the same bytes at every fresh start. */
const DATE = 0x0021;

/** A zip archive without compression; Office files are such archives too. */
export function zip(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(UTF8_NAMES, 2);
    about.writeUInt16LE(DATE, 8);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), about, title, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, place, title);
    offset += 30 + title.length + bytes.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\x05\x06'), end]);
}
