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
 * A backup is a gzipped tar. With a key the whole of it is encrypted: `MAGIC`, salt, nonce, gzip in AES-256-GCM, tag. The cipher
 * key is derived from `BACKUP_KEY` by scrypt.
 */
const MAGIC = Buffer.from('upravdom-backup-1\n');
const SALT_LENGTH = 16;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const HEADER_LENGTH = MAGIC.length + SALT_LENGTH + NONCE_LENGTH;
const CIPHER = 'aes-256-gcm';
/** Largest entry accepted, bytes, since each entry is held in memory; we write no larger ones. */
const ENTRY_MAX = 512 * 1_048_576;

const deriveKey = (key: string, salt: Buffer): Buffer => scryptSync(key, salt, 32);

/** Error for a damaged backup, or a wrong key. */
export function damagedBackup(path: string, key: string | undefined, cause?: unknown): StartError {
  return new StartError(text(key ? 'backup.damagedOrKey' : 'backup.damaged', { file: path }), { cause });
}

/** Whether an error comes from the operating system (no such file, disk full, no access) and not from wrong data. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/**
 * Turns write errors of a backup into a message.
 * @param path of the archive or its folder, for the message
 * @throws StartError if it cannot be written
 */
export async function withWriteErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new StartError(text('backup.unwritable', { file: path, reason: error.message }), { cause: error });
  }
}

/** Adds entries to an archive, one after the other. */
export interface ArchiveWriter {
  /** @param name path within the archive */
  add(name: string, bytes: Buffer | string): Promise<void>;
}

/**
 * Writes an archive to a temporary file, which gets its name once it is complete and on the disk.
 * @param write adds the entries; if it fails no file is left
 * @param key encrypts the archive
 * @returns its size, bytes
 * @throws StartError if it cannot be written
 */
export function writeArchive(
  path: string,
  key: string | undefined,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  return withWriteErrors(path, () => writeToFile(path, key, write));
}

async function writeToFile(
  path: string,
  key: string | undefined,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const tempPath = `${path}.part`;
  const tar = pack();
  const tarStream = tar as unknown as Readable;
  const [gzip, file] = [createGzip(), createWriteStream(tempPath, { mode: 0o600 })];
  const finished = key ? pipeline(tarStream, gzip, encryption(key), file) : pipeline(tarStream, gzip, file);
  // Rejects when the pipeline fails, so that `add` does not wait forever for room in it.
  const failed = finished.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => Promise.reject(error),
  );
  failed.catch(() => undefined);
  const add: ArchiveWriter['add'] = (name, bytes) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => {
        tar.entry({ name }, Buffer.from(bytes), (error) => (error ? reject(error) : resolve()));
      }),
    ]);
  try {
    await write({ add });
    tar.finalize();
    await finished;
    const archiveFile = await open(tempPath, 'r+');
    try {
      await archiveFile.sync();
      const { size } = await archiveFile.stat();
      await rename(tempPath, path);
      return size;
    } finally {
      await archiveFile.close();
    }
  } catch (error) {
    tar.destroy();
    await finished.catch(() => undefined);
    await rm(tempPath, { force: true });
    throw error;
  }
}

function encryption(key: string): Transform {
  const [salt, nonce] = [randomBytes(SALT_LENGTH), randomBytes(NONCE_LENGTH)];
  const cipher = createCipheriv(CIPHER, deriveKey(key, salt), nonce);
  let hasBegun = false;
  const writeHeader = (stream: Transform) => {
    if (!hasBegun) stream.push(Buffer.concat([MAGIC, salt, nonce]));
    hasBegun = true;
  };
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      writeHeader(this);
      callback(null, cipher.update(chunk));
    },
    flush(callback) {
      writeHeader(this);
      this.push(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
      callback();
    },
  });
}

/**
 * Reads an archive entry by entry. The content is verified only at the end.
 * @throws StartError with a message for the user: missing, not a backup, key missing or wrong, damaged
 */
export async function* readArchive(
  path: string,
  key: string | undefined,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const tarEntries = extract();
  const source = await openGzip(path, key).catch((error: unknown) => {
    throw isSystemError(error) ? readError(path, error) : error;
  });
  const finished = pipeline([...source, createGunzip(), tarEntries]);
  finished.catch((error: unknown) => tarEntries.destroy(error as Error));
  try {
    for await (const entry of tarEntries) {
      if ((entry.header.size ?? 0) > ENTRY_MAX) throw damagedBackup(path, key);
      const chunks: Buffer[] = [];
      for await (const part of entry) chunks.push(part as Buffer);
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
    await finished;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw isSystemError(error) ? readError(path, error) : damagedBackup(path, key, error);
  } finally {
    tarEntries.destroy();
  }
}

const readError = (path: string, error: Error): StartError =>
  new StartError(text('backup.unreadable', { file: path, reason: error.message }), { cause: error });

/** The gzip stream of an archive, decrypted if necessary. */
async function openGzip(path: string, key: string | undefined): Promise<[Readable] | [Readable, Transform]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_LENGTH), 0, HEADER_LENGTH, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return [createReadStream(path)];
    if (
      bytesRead < HEADER_LENGTH ||
      size < HEADER_LENGTH + TAG_LENGTH ||
      !buffer.subarray(0, MAGIC.length).equals(MAGIC)
    )
      throw new StartError(text('backup.foreign', { file: path }));
    if (!key) throw new StartError(text('backup.needsKey', { file: path }));
    const salt = buffer.subarray(MAGIC.length, MAGIC.length + SALT_LENGTH);
    const decipher = createDecipheriv(CIPHER, deriveKey(key, salt), buffer.subarray(MAGIC.length + SALT_LENGTH));
    const tag = await file.read(Buffer.alloc(TAG_LENGTH), 0, TAG_LENGTH, size - TAG_LENGTH);
    decipher.setAuthTag(tag.buffer);
    return [createReadStream(path, { start: HEADER_LENGTH, end: size - TAG_LENGTH - 1 }), decipher];
  } finally {
    await file.close();
  }
}
