import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '#i18n/text.ts';
import { RESOURCES } from '#resources/index.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { checkTogether, type Standing } from '#resources/language/read-definition.ts';
import { explain, readText } from '#server/definitions/read-text.ts';
import { StartError } from '#server/start-error.ts';
import { FolderFollower } from './folder-follower.ts';

/** What is wrong with one file of an installation's folder. */
export interface FileProblems {
  file: string;
  problems: string[];
}

interface Found {
  extra: readonly { file: string; resource: Resource }[];
  problems: readonly FileProblems[];
}

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
    let source: string | null = null;
    try {
      source = await readFile(join(folder, file), 'utf8');
      const resource = readText(source, file);
      checkTogether([...sound, { source: file, resource }]);
      sound.push({ source: file, resource });
      extra.push({ file, resource });
    } catch (error) {
      problems.push({ file, problems: explain(error, source) });
    }
  }
  return { extra, problems };
}

/** The definitions that hold now: built-in ones and those of the installation's folder, read again when it changes. */
export class Catalogue {
  #found: Found;
  #follower: FolderFollower | null = null;
  #reading: Promise<void> = Promise.resolve();
  readonly #listeners = new Set<() => void>();
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

  /** All definitions that are stored generically. */
  get generics(): readonly Resource[] {
    return [...RESOURCES, ...this.extra].filter((resource) => resource.generic);
  }

  /** A definition that is stored generically; null when there is none of that name. */
  generic(name: string): Resource | null {
    return this.generics.find((resource) => resource.name === name) ?? null;
  }

  /**
   * Reads the folder again, once earlier readings are over: the last one sees the folder last. A mistake never takes the
   * server down: what was sound before stays until its file is mended or removed.
   */
  reload(): Promise<void> {
    const reading = this.#reading.then(() => this.#read());
    // A reading that failed is told by its own promise and does not keep the next one from being tried.
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #read(): Promise<void> {
    const found = await readFolder(this.#folder);
    const broken = new Set(found.problems.map(({ file }) => file));
    const names = new Set(found.extra.map(({ resource }) => resource.name));
    const kept = this.#found.extra.filter(({ file, resource }) => broken.has(file) && !names.has(resource.name));
    this.#found = { extra: [...found.extra, ...kept], problems: found.problems };
  }

  /** Calls back after every reading of the folder. @returns how to stop */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Follows the folder until `close`, also one that comes later or is removed and made anew.
   * @param onError told when the folder cannot be read or followed
   * @returns once changes are seen
   */
  follow(onError: (error: unknown) => void): Promise<void> {
    const changed = () => {
      for (const listener of [...this.#listeners]) listener();
    };
    this.#follower = new FolderFollower(this.#folder, () => void this.reload().then(changed).catch(onError), onError);
    return this.#follower.ready;
  }

  /** Stops following. */
  async close(): Promise<void> {
    await this.#follower?.close();
    await this.#reading;
  }
}
