import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import { OWN_SECTIONS } from '#server/records/own-sections.ts';
import { isDefinitionFile, ofFile } from '#server/records/read-folder.ts';
import { type Candidate, combineDefinitions } from './combine.ts';

/** Results of the check. */
export interface CheckResult {
  /** Lines to print. */
  lines: string[];
  /** Files with problems. */
  bad: number;
}

/** Tells what of the stored records would not fit a definition. */
export type LookAtRecords = (resource: Resource) => Promise<readonly Misfit[]>;

/**
 * Checks definition files as the server does when it reads a folder: beside the built-in sections and whatever else lies in
 * their folders. Told is of those that were named.
 */
export async function checkFiles(files: readonly string[], look: LookAtRecords | null = null): Promise<CheckResult> {
  const { sound, problems } = combineDefinitions([...OWN_SECTIONS, ...(await candidates(files))]);
  const linesByFile = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const { file, problems: sentences } of problems) {
    if (linesByFile.has(file))
      linesByFile.set(
        file,
        sentences.map((sentence) => `${file}: ${sentence}`),
      );
  }
  let bad = [...linesByFile.values()].filter(({ length }) => length > 0).length;
  for (const { file, resource } of sound) {
    if (!linesByFile.has(file)) continue;
    const misfits = look && resource.generic ? await look(resource) : [];
    const worded = ({ ids, ...misfit }: Misfit) =>
      `${file}: ${text('definitionFiles.misfit', { ...misfit, ids: ids.join(', ') })}`;
    const fine = text('definitions.sound', { file, section: resource.words.plural });
    linesByFile.set(file, misfits.length ? misfits.map(worded) : [fine]);
    if (misfits.length) bad += 1;
  }
  return { lines: [...linesByFile.values()].flat(), bad };
}

/** The named files and their neighbours, in the order in which the server reads a folder. */
async function candidates(files: readonly string[]): Promise<Candidate[]> {
  const all = new Set(files);
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    // A folder that is not there is told of with its file.
    const names = await readdir(folder).catch(() => []);
    for (const name of names)
      if (isDefinitionFile(name)) all.add(files.find(isSame(folder, name)) ?? join(folder, name));
  }
  const sorted = [...all].sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
  return Promise.all(sorted.map((path) => ofFile(path, path)));
}

/** Whether a path, however it is written, is that of a file of a folder. */
const isSame = (folder: string, name: string) => (path: string) => resolve(path) === resolve(folder, name);
