import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import { RESOURCES } from '#resources/index.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { problem } from '#resources/language/definition-problem.ts';
import { checkTogether, DefinitionError, readDefinition, type Standing } from '#resources/language/read-definition.ts';
import { StartError } from '#server/start-error.ts';

/** What is wrong with one file of an installation's folder. */
export interface FileProblems {
  file: string;
  problems: string[];
}

interface Found {
  extra: readonly { file: string; resource: Resource }[];
  problems: readonly FileProblems[];
}

/** Writes of an editor come in bursts: read once they have settled, ms. */
const SETTLE = 150;

/**
 * Reads the definitions of a folder. One with mistakes, or that clashes with a built-in one or an earlier file, is left out
 * and told of; a folder that is not there holds none.
 */
export async function readFolder(folder: string): Promise<Found> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const sound: Standing[] = RESOURCES.map((resource) => ({
    source: `resources/${resource.name}.ts`,
    resource,
    builtIn: true,
  }));
  const extra: { file: string; resource: Resource }[] = [];
  const problems: FileProblems[] = [];
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    try {
      const resource = readDefinition(JSON.parse(await readFile(join(folder, file), 'utf8')), file);
      checkTogether([...sound, { source: file, resource }]);
      sound.push({ source: file, resource });
      extra.push({ file, resource });
    } catch (error) {
      problems.push({ file, problems: sentences(error) });
    }
  }
  return { extra, problems };
}

function sentences(error: unknown): string[] {
  if (error instanceof DefinitionError) return error.problems.map(problemText);
  const reason = error instanceof Error ? error.message : String(error);
  return [problemText(problem('', error instanceof SyntaxError ? 'notJson' : 'unreadable', { reason }))];
}

/** The definitions that hold now: built-in ones and those of the installation's folder, read again when it changes. */
export class Catalogue {
  #found: Found;
  #watcher: FSWatcher | null = null;
  #settling: NodeJS.Timeout | null = null;
  readonly #folder: string;

  private constructor(folder: string, found: Found) {
    this.#folder = folder;
    this.#found = found;
  }

  /**
   * Reads the folder for the first time.
   * @throws StartError when a definition has a mistake: a start says so and stops (architecture "Closed by default")
   */
  static async open(folder: string): Promise<Catalogue> {
    const found = await readFolder(folder);
    const lines = found.problems.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`));
    if (lines.length) throw new StartError([text('definitions.start', { folder }), ...lines].join('\n  '));
    return new Catalogue(folder, found);
  }

  /** Definitions an installation added. */
  get extra(): readonly Resource[] {
    return this.#found.extra.map(({ resource }) => resource);
  }

  /** What was wrong when the folder was last read. */
  get problems(): readonly FileProblems[] {
    return this.#found.problems;
  }

  /** Sections that only exist because of an installation's definitions. */
  get extraSections(): string[] {
    const builtIn: readonly string[] = SECTIONS;
    return [...new Set(this.extra.map((resource) => resource.section).filter((name) => !builtIn.includes(name)))];
  }

  /** A definition that is stored generically; null when there is none of that name. */
  generic(name: string): Resource | null {
    return [...RESOURCES, ...this.extra].find((resource) => resource.generic && resource.name === name) ?? null;
  }

  /**
   * Reads the folder again. A mistake never takes the server down: what was sound before stays until its file is mended or
   * removed.
   */
  async reload(): Promise<void> {
    const found = await readFolder(this.#folder);
    const broken = new Set(found.problems.map(({ file }) => file));
    const names = new Set(found.extra.map(({ resource }) => resource.name));
    const kept = this.#found.extra.filter(({ file, resource }) => broken.has(file) && !names.has(resource.name));
    this.#found = { extra: [...found.extra, ...kept], problems: found.problems };
  }

  /**
   * Follows the folder until `close`.
   * @param onChange told after each reading
   * @param onError told when the folder cannot be read or followed
   */
  follow(onChange: () => void, onError: (error: unknown) => void): void {
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => {
        if (this.#settling) clearTimeout(this.#settling);
        this.#settling = setTimeout(() => void this.reload().then(onChange, onError), SETTLE);
      });
      this.#watcher.on('error', onError);
    } catch (error) {
      // A folder that is not there cannot be followed; everything else is told.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    }
  }

  /** Stops following. */
  close(): void {
    this.#watcher?.close();
    if (this.#settling) clearTimeout(this.#settling);
  }
}
