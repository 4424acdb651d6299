import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, unlinkSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFINITION } from '#resources/limits.ts';
import { DEFINITION_FILE } from '#resources/protocol/definitions/files.ts';
import { decodeText } from '#server/definitions/read-text.ts';

/** The content of a folder of definitions. */
interface FolderTexts {
  /** Whether the folder exists. */
  exists: boolean;
  /** Texts by file name; undefined for a file that cannot be read or cannot be stored in the database. */
  texts: ReadonlyMap<string, string | undefined>;
}

/** Reads the definition files of a folder. */
export async function readTexts(folder: string): Promise<FolderTexts> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const texts = new Map<string, string | undefined>();
  for (const file of names ?? []) {
    if (!DEFINITION_FILE.test(file)) continue;
    const text = await readText(folder, file);
    if (text !== null) texts.set(file, text);
  }
  return { exists: names !== null, texts };
}

/** Text of a file; null if it does not exist, undefined if it cannot be read or stored. */
export async function readText(folder: string, file: string): Promise<string | null | undefined> {
  try {
    const path = join(folder, file);
    if ((await stat(path)).size > DEFINITION.bytes) return undefined;
    const text = decodeText(await readFile(path));
    // PostgreSQL cannot store NUL characters.
    return text.includes('\u0000') ? undefined : text;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
}

/** Synchronous read, so that nothing changes between it and the following write. */
function readTextNow(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Atomically replaces the text of a file, or removes the file, unless it has changed, so that no change by hand is lost.
 * @param text null removes the file
 * @param expected the text last seen by the caller; null for no file
 * @returns false if the file has changed
 * @throws if the folder cannot be written
 */
export async function replaceText(
  folder: string,
  file: string,
  text: string | null,
  expected: string | null,
): Promise<boolean> {
  const path = join(folder, file);
  if (text === null) {
    if (readTextNow(path) !== expected) return false;
    if (expected !== null) unlinkSync(path);
    return true;
  }
  // In the same folder, since a rename is atomic only within one disk; the leading dot hides it from readers of the folder.
  const draft = join(folder, `.${file}.${randomUUID()}.new`);
  try {
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (readTextNow(path) !== expected) return false;
    renameSync(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Creates the folder if it is missing. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
}
