import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '#i18n/text.ts';
import { RESOURCES } from '#resources/index.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  checkTogether,
  DefinitionError,
  danglingReferences,
  type Standing,
} from '#resources/language/read-definition.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { PendingDefinition } from '#resources/protocol/definitions.ts';
import { explain, readText } from '#server/definitions/read-text.ts';
import { StartError } from '#server/start-error.ts';
import { FolderFollower } from './folder-follower.ts';
import type { Judge } from './in-force.ts';

/** What is wrong with one file of an installation's folder. */
export interface FileProblems {
  file: string;
  /** Name of the section as far as the file tells it. */
  name: string | null;
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
  const sources = new Map<string, string>();
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    let source: string | null = null;
    try {
      source = await readFile(join(folder, file), 'utf8');
      sources.set(file, source);
      const resource = readText(source, file);
      checkTogether([...sound, { source: file, resource }]);
      sound.push({ source: file, resource });
      extra.push({ file, resource });
    } catch (error) {
      problems.push({ file, name: nameIn(source), problems: explain(error, source) });
    }
  }
  return { extra: withoutDangling(extra, problems, sources), problems };
}

/** The name that a file gives its section; null where it says none that can be read. */
function nameIn(source: string | null): string | null {
  return /"name"\s*:\s*"([a-z][a-z0-9-]{0,39})"/.exec(source ?? '')?.[1] ?? null;
}

/** Those whose fields point at sections that are there; the others are told of. Leaving one out may cut off another. */
function withoutDangling(
  extra: Found['extra'],
  problems: FileProblems[],
  sources: ReadonlyMap<string, string>,
): Found['extra'] {
  const names = new Set(extra.flatMap(({ resource }) => (resource.generic ? resource.name : [])));
  const cut = extra.filter(({ file, resource }) => {
    const dangling = danglingReferences(resource, names);
    const source = sources.get(file) ?? null;
    if (dangling.length)
      problems.push({ file, name: resource.name, problems: explain(new DefinitionError(file, dangling), source) });
    return dangling.length > 0;
  });
  return cut.length
    ? withoutDangling(
        extra.filter((one) => !cut.includes(one)),
        problems,
        sources,
      )
    : extra;
}

/** The definitions that hold now: built-in ones and those of the installation's folder, read again when it changes. */
export class Catalogue {
  #found: Found;
  #follower: FolderFollower | null = null;
  #reading: Promise<void> = Promise.resolve();
  #judge: Judge | null = null;
  #pending: readonly PendingDefinition[] = [];
  #waiting: readonly Resource[] = [];
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

  /** Changed definitions that wait to be applied, since what is stored does not fit them. */
  get pending(): readonly PendingDefinition[] {
    return this.#pending;
  }

  /** A definition that waits; null when none of that name does. */
  waiting(name: string): Resource | null {
    return this.#waiting.find((resource) => resource.name === name) ?? null;
  }

  /** Reads the folder again and tells everybody who subscribed. */
  async refresh(): Promise<void> {
    await this.reload();
    for (const listener of [...this.#listeners]) listener();
  }

  /** From now on a changed definition comes into force once the records fit it, or an administrator has applied it. */
  judgeBy(judge: Judge): Promise<void> {
    this.#judge = judge;
    return this.reload();
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
    const all = [...found.extra, ...kept];
    if (!this.#judge) {
      this.#found = { extra: all, problems: found.problems };
      return;
    }
    const judged = await this.#judge(all.map(({ resource }) => resource));
    const pending: PendingDefinition[] = [];
    const extra = all.flatMap(({ file, resource }) => {
      const verdict = judged.get(resource.name);
      if (!verdict) return { file, resource };
      const { version, misfits, stays } = verdict;
      pending.push({ file, name: resource.name, title: sectionTitle(resource.words), version, misfits });
      return stays ? { file, resource: stays } : [];
    });
    this.#pending = pending;
    this.#waiting = all.flatMap(({ resource }) => (judged.has(resource.name) ? resource : []));
    this.#found = { extra, problems: found.problems };
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
    this.#follower = new FolderFollower(this.#folder, () => void this.refresh().catch(onError), onError);
    return this.#follower.ready;
  }

  /** Stops following. */
  async close(): Promise<void> {
    await this.#follower?.close();
    await this.#reading;
  }
}
