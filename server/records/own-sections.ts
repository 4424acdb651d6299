import { existsSync, readdirSync } from 'node:fs';
import { readDefinition } from '#resources/language/read-definition.ts';
import type { Candidate } from '#server/definitions/combine.ts';

/**
 * Sections with code of the installation's own, each a folder of `resources/own/` with a `definition.ts`
 * (docs/section-author.md). They are sections like those of the files in `RESOURCES_DIR`.
 */

/** The exports of each `definition.ts`, by path. */
type Modules = Readonly<Record<string, object>>;

const FOLDER = new URL('../../resources/own/', import.meta.url);

/**
 * Imports the modules of a folder, for a server that runs from source.
 * @param folder ends with a slash
 */
export async function importModules(folder: URL): Promise<Modules> {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const paths = names.map((name) => `${name}/definition.ts`).filter((path) => existsSync(new URL(path, folder)));
  const modules = paths.map(
    async (path) => [`/resources/own/${path}`, (await import(new URL(path, folder).href)) as object] as const,
  );
  return Object.fromEntries(await Promise.all(modules));
}

/** The definitions exported by modules, as candidates like those of files. */
export function toCandidates(modules: Modules): Candidate[] {
  return Object.entries(modules).flatMap(([path, module]) => {
    const file = path.replace(/^\//, '');
    return Object.values(module).map((definition: unknown) => ({
      file,
      source: JSON.stringify(definition) ?? null,
      read: () => readDefinition(definition, file),
    }));
  });
}

// The bundler replaces both expressions and includes the modules.
const definitionModules: Modules = import.meta.env?.SSR
  ? import.meta.glob<object>('/resources/own/*/definition.ts', { eager: true })
  : await importModules(FOLDER);

/** The sections with code of this installation. */
export const OWN_SECTIONS: readonly Candidate[] = toCandidates(definitionModules);
