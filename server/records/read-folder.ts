import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Candidate, type CombinedDefinitions, combineDefinitions, ofText } from '#server/definitions/combine.ts';
import { refuseLarge } from '#server/definitions/read-text.ts';
import { OWN_SECTIONS } from './own-sections.ts';

/**
 * Reads the definitions of a folder, in the order of the files' names, after those of an installation's own code. What has
 * mistakes or clashes with an earlier one is left out and told of; a folder that is not there holds none.
 */
export async function readFolder(folder: string): Promise<CombinedDefinitions> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return combineDefinitions([...OWN_SECTIONS, ...(await readCandidates(folder, names))]);
}

/** The definition files of a folder. @param names what lies in it */
function readCandidates(folder: string, names: readonly string[]): Promise<Candidate[]> {
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map(async (file) => ofFile(file, join(folder, file))));
}

/** A file as a candidate; one that cannot be read says why when it is looked at. */
export async function ofFile(file: string, path: string): Promise<Candidate> {
  try {
    refuseLarge((await stat(path)).size);
    return ofText(file, await readFile(path, 'utf8'));
  } catch (error) {
    const read = () => {
      throw error;
    };
    return { file, source: null, read };
  }
}
