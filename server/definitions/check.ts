import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from '#i18n/text.ts';
import { RESOURCES } from '#resources/index.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  checkTogether,
  DefinitionError,
  danglingReferences,
  type Standing,
} from '#resources/language/read-definition.ts';
import type { Misfit } from '#resources/protocol/definitions.ts';
import { explain, readText } from './read-text.ts';

/** What the check has found. */
export interface CheckResult {
  /** What to print, one line each. */
  lines: string[];
  /** Files with mistakes. */
  bad: number;
}

/** Tells what of the stored records would not fit a definition. */
export type LookAtRecords = (resource: Resource) => Promise<readonly Misfit[]>;

/** Checks definition files, each by itself and beside the built-in sections and those named before it. */
export async function checkFiles(files: readonly string[], look: LookAtRecords | null = null): Promise<CheckResult> {
  const standing: Standing[] = RESOURCES.map((resource) => ({
    source: `resources/${resource.name}.ts`,
    resource,
    builtIn: true,
  }));
  // In the order of the files, whatever is looked at first.
  const said = new Map<string, string[]>(files.map((file) => [file, []]));
  const sound: { source: string; resource: Resource; text: string }[] = [];
  let bad = 0;
  for (const file of files) {
    let source: string | null = null;
    try {
      source = await readFile(file, 'utf8');
      const one = { source: file, resource: readText(source, file) };
      checkTogether([...standing, one]);
      standing.push(one);
      sound.push({ ...one, text: source });
    } catch (error) {
      bad += 1;
      said.set(
        file,
        explain(error, source).map((sentence) => `${file}: ${sentence}`),
      );
    }
  }
  // A field may point at a section of any file that is named, or that lies beside it.
  const names = new Set([...sound.map(({ resource }) => resource.name), ...(await neighbours(files))]);
  for (const { source: file, resource, text: written } of sound) {
    const dangling = danglingReferences(resource, names);
    const misfits = look && resource.generic && !dangling.length ? await look(resource) : [];
    if (dangling.length) {
      const error = new DefinitionError(file, dangling);
      said.set(
        file,
        explain(error, written).map((sentence) => `${file}: ${sentence}`),
      );
    } else if (misfits.length) {
      const worded = ({ ids, ...misfit }: Misfit) =>
        `${file}: ${text('definitionFiles.misfit', { ...misfit, ids: ids.join(', ') })}`;
      said.set(file, misfits.map(worded));
    } else said.set(file, [text('definitions.sound', { file, section: resource.words.plural })]);
    if (dangling.length || misfits.length) bad += 1;
  }
  return { lines: [...said.values()].flat(), bad };
}

/** Names of the sections that other files of the same folders describe, as far as they can be read. */
async function neighbours(files: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    // A folder that is not there has been told of with its file.
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      if (!name.endsWith('.json') || files.includes(file)) continue;
      try {
        const resource = readText(await readFile(file, 'utf8'), file);
        if (resource.generic) names.push(resource.name);
      } catch {
        // Its own mistakes are told when it is checked itself.
      }
    }
  }
  return names;
}
