import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Candidate,
  type CombinedDefinitions,
  combineDefinitions,
  textCandidate,
} from '#server/definitions/combine.ts';
import { decodeText, refuseLargeFile } from '#server/definitions/read-text.ts';
import { OWN_SECTIONS } from './own-sections.ts';
import type { FolderOverlay } from './stored-folder.ts';

/**
 * Reads the definitions of a folder, by file name, after those of the installation's own code. Definitions with problems, or
 * clashing with an earlier one, are left out and reported; a missing folder counts as empty.
 * @param overlay texts in place of files that could not be written
 */
export async function readFolder(folder: string, overlay: FolderOverlay = new Map()): Promise<CombinedDefinitions> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return combineDefinitions([...OWN_SECTIONS, ...(await readCandidates(folder, names, overlay))]);
}

/** Whether a file is a definition; hidden files come from editors and operating systems. */
export const isDefinitionFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');

/**
 * The definition files of a folder.
 * @param names all file names in it
 */
function readCandidates(folder: string, names: readonly string[], overlay: FolderOverlay): Promise<Candidate[]> {
  const fileNames = new Set([...names.filter(isDefinitionFile), ...overlay.keys()]);
  const files = [...fileNames].filter((file) => overlay.get(file) !== null).sort();
  return Promise.all(
    files.map(async (file) => {
      const source = overlay.get(file);
      return typeof source === 'string' ? textCandidate(file, source) : readCandidate(file, join(folder, file));
    }),
  );
}

/** A file as a candidate; if it cannot be read, `read` throws the reason. */
export async function readCandidate(file: string, path: string): Promise<Candidate> {
  try {
    refuseLargeFile((await stat(path)).size);
    return textCandidate(file, decodeText(await readFile(path)));
  } catch (error) {
    const read = () => {
      throw error;
    };
    return { file, source: null, read };
  }
}
