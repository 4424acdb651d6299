import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import { OWN_SECTIONS } from '#server/records/own-sections.ts';
import { isDefinitionFile, readCandidate } from '#server/records/read-folder.ts';
import { type Candidate, combineDefinitions } from './combine.ts';

/** Result of checking files. */
export interface CheckResult {
  /** Lines to print. */
  lines: string[];
  /** Number of files with problems. */
  bad: number;
}

/** Finds stored records that would not fit a definition. */
export type FindStoredMisfits = (resource: Resource) => Promise<readonly Misfit[]>;

/**
 * Checks definition files like the server reading a folder, together with the built-in sections and the other files of their
 * folders; reports only on the given files.
 */
export async function checkFiles(
  files: readonly string[],
  findStoredMisfits: FindStoredMisfits | null = null,
): Promise<CheckResult> {
  const { sound, problems } = combineDefinitions([...OWN_SECTIONS, ...(await readNeighbours(files))]);
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
    const misfits = findStoredMisfits && resource.generic ? await findStoredMisfits(resource) : [];
    const formatMisfit = ({ ids, ...misfit }: Misfit) =>
      `${file}: ${text('definitionFiles.misfit', { ...misfit, ids: ids.join(', ') })}`;
    const soundLine = text('definitions.sound', { file, section: resource.words.plural });
    linesByFile.set(file, misfits.length ? misfits.map(formatMisfit) : [soundLine]);
    if (misfits.length) bad += 1;
  }
  return { lines: [...linesByFile.values()].flat(), bad };
}

/** The given files and the other definition files of their folders, in the order in which the server reads a folder. */
async function readNeighbours(files: readonly string[]): Promise<Candidate[]> {
  const all = new Set(files);
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    // A missing folder is reported with its file.
    const names = await readdir(folder).catch(() => []);
    for (const name of names)
      if (isDefinitionFile(name)) all.add(files.find(isSamePath(folder, name)) ?? join(folder, name));
  }
  const sorted = [...all].sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
  return Promise.all(sorted.map((path) => readCandidate(path, path)));
}

/** Whether a path, relative or absolute, is that of a file in a folder. */
const isSamePath = (folder: string, name: string) => (path: string) => resolve(path) === resolve(folder, name);
