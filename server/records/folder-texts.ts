import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, unlinkSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFINITION } from '#resources/limits.ts';
import { DEFINITION_FILE } from '#resources/protocol/definitions/files.ts';
import { decodeText } from '#server/definitions/read-text.ts';

/** The content of a folder of definitions. */
interface FolderTexts {
  /** There is such a folder. */
  exists: boolean;
  /** Texts by file; undefined for one that cannot be read, or is none that the database keeps. */
  texts: ReadonlyMap<string, string | undefined>;
}

/** Reads the texts of a folder whose names the database keeps. */
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

/** The text of a file; null where there is none, undefined where it cannot be read or kept. */
export async function readText(folder: string, file: string): Promise<string | null | undefined> {
  try {
    const path = join(folder, file);
    if ((await stat(path)).size > DEFINITION.bytes) return undefined;
    const text = decodeText(await readFile(path));
    // PostgreSQL keeps no such sign.
    return text.includes('\u0000') ? undefined : text;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
}

/** The same without letting anything happen meanwhile. */
function readTextNow(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Puts a text into a file, or removes the file, unless it says something else than expected: nothing that was changed by hand is lost.
 * Readers see the old text or the new one, never a part.
 * @param text null removes the file
 * @param expected what the file says as far as the caller knows; null for no file
 * @returns whether it was done
 * @throws where the folder cannot be written
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
  // Beside it, since only within one disk a file is renamed at once; a name that no reader of the folder takes for a definition.
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

/** Makes the folder where it is missing. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
}
