import { existsSync, readdirSync } from 'node:fs';
import { readDefinition } from '#resources/language/read-definition.ts';
import type { Candidate } from '#server/definitions/combine.ts';

/**
 * Sections with code of an installation's own: each a folder of `resources/own/` with a `definition.ts`
 * (docs/section-author.md). Beside the files of `RESOURCES_DIR` they are sections like any other.
 */

/** The export of each folder's `definition.ts`, by its path. */
type Modules = Readonly<Record<string, object>>;

const FOLDER = new URL('../../resources/own/', import.meta.url);

/** The modules as they lie in a folder, for a server that runs from its sources. @param folder ends with a slash */
export async function modulesIn(folder: URL): Promise<Modules> {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const paths = names.map((name) => `${name}/definition.ts`).filter((path) => existsSync(new URL(path, folder)));
  const modules = paths.map(
    async (path) => [`/resources/own/${path}`, (await import(new URL(path, folder).href)) as object] as const,
  );
  return Object.fromEntries(await Promise.all(modules));
}

/** Definitions out of modules, as candidates to stand beside those of the files. */
export function candidatesIn(modules: Modules): Candidate[] {
  return Object.entries(modules).flatMap(([path, module]) => {
    const file = path.replace(/^\//, '');
    return Object.values(module).map((definition: unknown) => ({
      file,
      source: JSON.stringify(definition) ?? null,
      read: () => readDefinition(definition, file),
    }));
  });
}

// The build gathers them; it replaces both expressions by what it found.
const definitionModules: Modules = import.meta.env?.SSR
  ? import.meta.glob<object>('/resources/own/*/definition.ts', { eager: true })
  : await modulesIn(FOLDER);

/** The sections with code of this installation. */
export const OWN_SECTIONS: readonly Candidate[] = candidatesIn(definitionModules);
