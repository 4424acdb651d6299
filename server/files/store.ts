import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { sha256Of } from './sha256.ts';

/** Range of bytes of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Options for reading stored bytes. */
export interface StoreReadOptions {
  /** The range to read; default the whole file. */
  span?: ByteRange;
  /** Expected length of the whole file; with another length it is damaged and counts as missing. */
  size?: number;
}

/** Storage of uploads, named by their SHA-256 (hex), so that the same content is stored once. */
export interface FileStore {
  /**
   * Checks the storage.
   * @throws if it cannot be read or written
   */
  check(): Promise<void>;
  /** Stores bytes durably; a damaged file with their name is replaced. */
  put(bytes: Buffer): Promise<{ sha256: string; size: number }>;
  /** Whether the bytes are there. */
  has(sha256: string): Promise<boolean>;
  /**
   * Reads bytes.
   * @throws MissingFileError if they are missing or have another length
   */
  read(sha256: string, options?: StoreReadOptions): Promise<Readable>;
  /** Deletes bytes; missing ones count as deleted. */
  delete(sha256: string): Promise<void>;
  /** Names of all bytes written before `before`; leftovers of interrupted writes from then are deleted on the way. */
  listOlder(before: Date): AsyncIterable<string>;
}

/** Bytes that should be in the store are missing. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  constructor(sha256: string, cause?: unknown) {
    super(`The store lacks ${sha256}`, { cause });
  }
}

/** Creates a store in a local folder: `<folder>/ab/ab12…`. */
export function createFolderStore(folder: string): FileStore {
  const filePath = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError(`Not a name of stored bytes: ${sha256}`);
    return join(folder, sha256.slice(0, 2), sha256);
  };
  const has = (sha256: string) =>
    access(filePath(sha256)).then(
      () => true,
      () => false,
    );
  return {
    has,
    check: async () => {
      // The folder may not exist before the first file.
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    put: async (bytes) => {
      const sha256 = sha256Of(bytes);
      if (!(await hasBytes(filePath(sha256), bytes))) await writeAtomically(filePath(sha256), bytes);
      return { sha256, size: bytes.length };
    },
    read: async (sha256, { span, size } = {}) => {
      const file = await open(filePath(sha256)).catch((error: unknown) => {
        throw isMissing(error) ? new MissingFileError(sha256, error) : error;
      });
      if (size !== undefined && (await file.stat()).size !== size) {
        await file.close();
        throw new MissingFileError(sha256);
      }
      return file.createReadStream(span ?? {});
    },
    delete: (sha256) => rm(filePath(sha256), { force: true }),
    listOlder: (before) => listOlder(folder, before),
  };
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Whether a file has exactly these bytes; a power cut or a bad disk may have damaged it. */
async function hasBytes(path: string, bytes: Buffer): Promise<boolean> {
  try {
    const { size } = await stat(path);
    return size === bytes.length && bytes.equals(await readFile(path));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const listEntries = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Nothing has been stored here yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function* listOlder(folder: string, before: Date): AsyncGenerator<string> {
  for (const first of await listEntries(folder)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const name of await listEntries(join(folder, first))) {
      const path = join(folder, first, name);
      const written = await stat(path).catch(() => null);
      // Deleted meanwhile, or too recent.
      if (!written || written.mtime >= before) continue;
      if (name.endsWith('.part')) await rm(path, { force: true });
      else if (/^[0-9a-f]{64}$/.test(name)) yield name;
    }
  }
}

/** Writes to a temporary file and renames it, so that the named file is always complete, also after a power cut. */
async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(part, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
