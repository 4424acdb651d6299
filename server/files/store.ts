import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { sha256Of } from './sha256.ts';

/** Part of a file, bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The requested part of stored bytes, and what is known of them. */
export interface Wanted {
  /** The part that is read; left out: all of them. */
  span?: ByteRange;
  /** How many they are; what lies there with another length is damaged and counts as missing. */
  size?: number;
}

/** Where the bytes of uploads lie, named by their SHA-256 (hex): the same bytes are kept once. */
export interface FileStore {
  /** @throws when nothing can be kept or read here now */
  check(): Promise<void>;
  /** Keeps bytes; they are on the disk when it resolves. What lies damaged under their name is replaced. */
  put(bytes: Buffer): Promise<{ sha256: string; size: number }>;
  /** Whether the bytes are there. */
  has(sha256: string): Promise<boolean>;
  /** @throws MissingFileError when they are not there, or not so many */
  read(sha256: string, wanted?: Wanted): Promise<Readable>;
  /** Removes them; what is not there counts as removed. */
  delete(sha256: string): Promise<void>;
  /** Names of all bytes that were written before a moment; what interrupted writing has left of then is removed on the way. */
  older(before: Date): AsyncIterable<string>;
}

/** Bytes that should be in the store are not there. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  constructor(sha256: string, cause?: unknown) {
    super(`The store lacks ${sha256}`, { cause });
  }
}

/** The store in a folder of this machine: `<folder>/ab/ab12…`. */
export function folderStore(folder: string): FileStore {
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
      // It is made with the first file.
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    put: async (bytes) => {
      const sha256 = sha256Of(bytes);
      if (!(await holds(filePath(sha256), bytes))) await writeWhole(filePath(sha256), bytes);
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
    older: (before) => older(folder, before),
  };
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Whether a file has these bytes: a power cut or a bad disk may have left others under their name. */
async function holds(path: string, bytes: Buffer): Promise<boolean> {
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
    // Nothing was ever kept here.
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function* older(folder: string, before: Date): AsyncGenerator<string> {
  for (const first of await listEntries(folder)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const name of await listEntries(join(folder, first))) {
      const path = join(folder, first, name);
      const written = await stat(path).catch(() => null);
      // Gone meanwhile, or just written.
      if (!written || written.mtime >= before) continue;
      if (name.endsWith('.part')) await rm(path, { force: true });
      else if (/^[0-9a-f]{64}$/.test(name)) yield name;
    }
  }
}

/** Writes beside and renames: under its name a file is whole or not there, also after a power cut. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
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
