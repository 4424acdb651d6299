import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';

/**
 * A backup is a gzipped tar. With a key it is encrypted as a whole: `MAGIC`, salt, nonce, AES-256-GCM of the gzip, tag.
 * The key of the cipher is made of `BACKUP_KEY` by scrypt.
 */
const MAGIC = Buffer.from('upravdom-backup-1\n');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = MAGIC.length + SALT + NONCE;
const CIPHER = 'aes-256-gcm';
/** No entry that we write is greater, bytes; each is held in memory as a whole. */
const ENTRY_MAX = 512 * 1_048_576;

const deriveKey = (key: string, salt: Buffer): Buffer => scryptSync(key, salt, 32);

/** Refusal of a backup whose content differs from what was written. */
export function damagedBackup(path: string, key: string | undefined, cause?: unknown): StartError {
  return new StartError(text(key ? 'backup.damagedOrKey' : 'backup.damaged', { file: path }), { cause });
}

/** Whether the machine refused something, rather than the bytes being wrong: no such file, no room, no access. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/**
 * Does what writes a backup.
 * @param path the archive or its folder, which the sentence names
 * @throws StartError when the machine refuses to write
 */
export async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new StartError(text('backup.unwritable', { file: path, reason: error.message }), { cause: error });
  }
}

/** Writes entries into an archive, one after the other. */
export interface ArchiveWriter {
  /** @param name path within the archive */
  add(name: string, bytes: Buffer | string): Promise<void>;
}

/**
 * Writes an archive: beside its name, and under it once it is whole and on the disk.
 * @param write adds the entries; when it fails no file is left
 * @param key encrypts the archive
 * @returns its size, bytes
 * @throws StartError when the machine refuses to write
 */
export function writeArchive(
  path: string,
  key: string | undefined,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  return writing(path, () => written(path, key, write));
}

async function written(
  path: string,
  key: string | undefined,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const part = `${path}.part`;
  const tar = pack();
  const packed = tar as unknown as Readable;
  const [gzip, file] = [createGzip(), createWriteStream(part, { mode: 0o600 })];
  const piped = key ? pipeline(packed, gzip, encryption(key), file) : pipeline(packed, gzip, file);
  // A pipe that breaks is told by `piped`, also while an entry waits for room in it.
  const broken = piped.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => Promise.reject(error),
  );
  broken.catch(() => undefined);
  const add: ArchiveWriter['add'] = (name, bytes) =>
    Promise.race([
      broken,
      new Promise<void>((resolve, reject) => {
        tar.entry({ name }, Buffer.from(bytes), (error) => (error ? reject(error) : resolve()));
      }),
    ]);
  try {
    await write({ add });
    tar.finalize();
    await piped;
    const archiveFile = await open(part, 'r+');
    try {
      await archiveFile.sync();
      const { size } = await archiveFile.stat();
      await rename(part, path);
      return size;
    } finally {
      await archiveFile.close();
    }
  } catch (error) {
    tar.destroy();
    await piped.catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

function encryption(key: string): Transform {
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
  const cipher = createCipheriv(CIPHER, deriveKey(key, salt), nonce);
  let begun = false;
  const begin = (stream: Transform) => {
    if (!begun) stream.push(Buffer.concat([MAGIC, salt, nonce]));
    begun = true;
  };
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      begin(this);
      callback(null, cipher.update(chunk));
    },
    flush(callback) {
      begin(this);
      this.push(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
      callback();
    },
  });
}

/**
 * Reads an archive entry by entry, each whole.
 * @throws StartError with a sentence: not there, not a backup, no key or a wrong one, damaged. What was read before that is not to
 * be believed
 */
export async function* readArchive(
  path: string,
  key: string | undefined,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const unpacked = extract();
  const source = await opened(path, key).catch((error: unknown) => {
    throw isOfSystem(error) ? unreadable(path, error) : error;
  });
  const piped = pipeline([...source, createGunzip(), unpacked]);
  piped.catch((error: unknown) => unpacked.destroy(error as Error));
  try {
    for await (const entry of unpacked) {
      if ((entry.header.size ?? 0) > ENTRY_MAX) throw damagedBackup(path, key);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name: entry.header.name, bytes: Buffer.concat(parts) };
    }
    await piped;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw isOfSystem(error) ? unreadable(path, error) : damagedBackup(path, key, error);
  } finally {
    unpacked.destroy();
  }
}

const unreadable = (path: string, error: Error): StartError =>
  new StartError(text('backup.unreadable', { file: path, reason: error.message }), { cause: error });

/** The gzip of an archive, decrypted where it has to be. */
async function opened(path: string, key: string | undefined): Promise<[Readable] | [Readable, Transform]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return [createReadStream(path)];
    if (bytesRead < HEAD || size < HEAD + TAG || !buffer.subarray(0, MAGIC.length).equals(MAGIC))
      throw new StartError(text('backup.foreign', { file: path }));
    if (!key) throw new StartError(text('backup.needsKey', { file: path }));
    const salt = buffer.subarray(MAGIC.length, MAGIC.length + SALT);
    const decipher = createDecipheriv(CIPHER, deriveKey(key, salt), buffer.subarray(MAGIC.length + SALT));
    const tag = await file.read(Buffer.alloc(TAG), 0, TAG, size - TAG);
    decipher.setAuthTag(tag.buffer);
    return [createReadStream(path, { start: HEAD, end: size - TAG - 1 }), decipher];
  } finally {
    await file.close();
  }
}
