import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

const UTF8_NAMES = 0x0800;
/** 1 January 1980, the first date of the format, so that the bytes are the same at every fresh start. */
const DOS_DATE = 0x0021;

/** Creates an uncompressed zip archive; Office files are zip archives too. */
export function createZip(files: readonly ArchivedFile[]): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const nameBytes = Buffer.from(name);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(UTF8_NAMES, 2);
    header.writeUInt16LE(DOS_DATE, 8);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(bytes.length, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt16LE(nameBytes.length, 22);
    chunks.push(Buffer.from('PK\x03\x04'), header, nameBytes, bytes);
    const offsetField = Buffer.alloc(14);
    offsetField.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, offsetField, nameBytes);
    offset += 30 + nameBytes.length + bytes.length;
  }
  const index = Buffer.concat(directory);
  const endRecord = Buffer.alloc(18);
  endRecord.writeUInt16LE(files.length, 4);
  endRecord.writeUInt16LE(files.length, 6);
  endRecord.writeUInt32LE(index.length, 8);
  endRecord.writeUInt32LE(offset, 12);
  return Buffer.concat([...chunks, index, Buffer.from('PK\x05\x06'), endRecord]);
}
