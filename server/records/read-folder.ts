import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Candidate, type CombinedDefinitions, combineDefinitions, ofText } from '#server/definitions/combine.ts';
import { decodeText, refuseLarge } from '#server/definitions/read-text.ts';
import { OWN_SECTIONS } from './own-sections.ts';
import type { FolderOverlay } from './stored-folder.ts';

/**
 * Reads the definitions of a folder, in the order of the files' names, after those of an installation's own code. What has
 * problems or clashes with an earlier one is left out and told of; a folder that is not there holds none.
 * @param overlay what holds in place of files that could not be written
 */
export async function readFolder(folder: string, overlay: FolderOverlay = new Map()): Promise<CombinedDefinitions> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return combineDefinitions([...OWN_SECTIONS, ...(await readCandidates(folder, names, overlay))]);
}

/** Whether a file of a folder of definitions is one; hidden files are left by editors and other systems. */
export const isDefinitionFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');

/** The definition files of a folder. @param names what lies in it */
function readCandidates(folder: string, names: readonly string[], overlay: FolderOverlay): Promise<Candidate[]> {
  const held = new Set([...names.filter(isDefinitionFile), ...overlay.keys()]);
  const files = [...held].filter((file) => overlay.get(file) !== null).sort();
  return Promise.all(
    files.map(async (file) => {
      const source = overlay.get(file);
      return typeof source === 'string' ? ofText(file, source) : ofFile(file, join(folder, file));
    }),
  );
}

/** A file as a candidate; one that cannot be read says why when it is looked at. */
export async function ofFile(file: string, path: string): Promise<Candidate> {
  try {
    refuseLarge((await stat(path)).size);
    return ofText(file, decodeText(await readFile(path)));
  } catch (error) {
    const read = () => {
      throw error;
    };
    return { file, source: null, read };
  }
}
