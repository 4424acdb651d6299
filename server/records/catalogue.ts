import { RESOURCES } from '#resources/index.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { checkTogether, DefinitionError, type Standing } from '#resources/language/read-definition.ts';
import { withSectionNames } from '#resources/language/section-names.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { BrokenFile, PendingDefinition } from '#resources/protocol/definitions/definitions.ts';
import type { Database } from '#server/db/connect.ts';
import { builtIn, type CombinedDefinitions } from '#server/definitions/combine.ts';
import { explain } from '#server/definitions/read-text.ts';
import { definitionVersion } from './definition-version.ts';
import { FolderFollower } from './folder-follower.ts';
import type { InForceCheck } from './in-force.ts';
import { readFolder } from './read-folder.ts';
import { StoredFolder } from './stored-folder.ts';

/** The present definitions: built-in ones and those of the installation's folder, read again when it changes. */
export class Catalogue {
  #found: CombinedDefinitions;
  #follower: FolderFollower | null = null;
  #reading: Promise<void> = Promise.resolve();
  #check: InForceCheck | null = null;
  #stored: StoredFolder | null = null;
  #pending: readonly PendingDefinition[] = [];
  #waiting: readonly Resource[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #folder: string;

  private constructor(folder: string, found: CombinedDefinitions) {
    this.#folder = folder;
    this.#found = found;
  }

  /**
   * Reads the folder for the first time. A file with problems never stops a start: its section is left out, or stays as it was
   * last in force (`checkBy`), and `problems` reports it.
   */
  static async open(folder: string): Promise<Catalogue> {
    try {
      return new Catalogue(folder, await readFolder(folder));
    } catch (error) {
      return new Catalogue(folder, {
        sound: [],
        problems: [{ file: folder, name: null, title: null, problems: explain(error, null) }],
      });
    }
  }

  /** Definitions an installation added. */
  get extra(): readonly Resource[] {
    return this.#found.sound.map(({ resource }) => resource);
  }

  /** Definitions that an installation added, each with the file it comes from. */
  get sound(): readonly { file: string; resource: Resource }[] {
    return this.#found.sound;
  }

  /** The same as written in their files: fields may refer to a section by its former name. */
  get written(): readonly Resource[] {
    return this.#found.sound.map(({ written }) => written);
  }

  /** Problems found when the folder was last read. */
  get problems(): readonly BrokenFile[] {
    return [...this.#found.problems, ...(this.#stored?.problems ?? [])];
  }

  /** Whether the text of a file breaks rules. */
  isBroken(file: string): boolean {
    return this.#found.problems.some((one) => one.file === file);
  }

  /** Whether a file is in the folder of this process, or its text holds in place of one that could not be written. */
  holds(file: string): boolean {
    return this.#stored?.holds(file) ?? false;
  }

  /** Names of the sections that are in force by a file. */
  namesIn(file: string): string[] {
    return this.#found.sound.flatMap((one) => (one.file === file ? one.resource.name : []));
  }

  /** Changed definitions that wait to be applied, since stored records do not fit them. */
  get pending(): readonly PendingDefinition[] {
    return this.#pending;
  }

  /** The waiting definition of a name; null for none. */
  waiting(name: string): Resource | null {
    return this.#waiting.find((resource) => resource.name === name) ?? null;
  }

  /** Reads the folder again and tells every subscriber. */
  async refresh(): Promise<void> {
    await this.reload();
    for (const listener of [...this.#listeners]) listener();
  }

  /** From the next reading on keeps the folder and the versions in the database in step. */
  storeIn(database: Database, now: () => Date): void {
    this.#stored = new StoredFolder(this.#folder, { database, now });
  }

  /** Makes changed definitions wait until the records fit them, or an administrator applies them. */
  checkBy(check: InForceCheck): Promise<void> {
    this.#check = check;
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

  /** The definition of the section with this former name; null for none. */
  formerly(name: string): Resource | null {
    return this.generics.find((resource) => resource.was === name) ?? null;
  }

  /**
   * Reads the folder again, once earlier readings are over: the last one sees the folder last. A problem never takes the
   * server down: a sound definition stays until its file is mended or removed.
   */
  reload(): Promise<void> {
    const reading = this.#reading.then(() => this.#read());
    // A failed reading rejects its own promise and does not keep the next one from being tried.
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #read(): Promise<void> {
    const definitions = await readFolder(this.#folder, await this.#stored?.settle());
    const formerDefinitions = await this.#formerOf(definitions);
    const all = [...definitions.sound, ...formerDefinitions];
    const problems = definitions.problems.map((one) => ofFormer(one, formerDefinitions));
    if (!this.#check) {
      this.#found = { sound: all, problems };
      return;
    }
    const formerNames = new Set(formerDefinitions.map(({ resource }) => resource.name));
    const { waiting, unrenamed } = await this.#check.compare(
      definitions.sound.map(({ resource }) => resource),
      this.#replacedBy(definitions.sound),
    );
    const pending: PendingDefinition[] = [];
    const sound = all.flatMap((entry) => {
      const { file, resource } = entry;
      const verdict = formerNames.has(resource.name) ? undefined : waiting.get(resource.name);
      if (!verdict) return { ...entry, resource: withSectionNames(resource, unrenamed) };
      const { misfits, stays } = verdict;
      const version = definitionVersion(verdict.resource);
      pending.push({ file, name: resource.name, title: sectionTitle(resource.words), version, misfits });
      return stays ? { file, resource: stays, written: stays } : [];
    });
    this.#pending = pending;
    this.#waiting = [...waiting.values()].map(({ resource }) => resource);
    this.#found = { sound, problems };
  }

  /** Names of sections that files no longer describe, by the name of the section that the same file describes now. */
  #replacedBy(sound: CombinedDefinitions['sound']): ReadonlyMap<string, string> {
    const names = new Set(sound.map(({ resource }) => resource.name));
    return new Map(
      sound.flatMap(({ file, resource }) => {
        const [before, ...others] = this.namesIn(file);
        const isReplaced = before !== undefined && others.length === 0 && !names.has(before);
        return isReplaced ? [[resource.name, before] as const] : [];
      }),
    );
  }

  /** Replacements of broken files: their former content, else the definitions in force before the start. */
  async #formerOf(definitions: CombinedDefinitions): Promise<CombinedDefinitions['sound']> {
    const broken = new Set(definitions.problems.map(({ file }) => file));
    // A section takes over the name that it gives as its former one.
    const names = new Set(definitions.sound.flatMap(({ resource: { name, was } }) => [name, was ?? name]));
    const formerDefinitions = this.#found.sound.filter(
      ({ file, resource }) => broken.has(file) && !names.has(resource.name),
    );
    for (const { file, resource } of formerDefinitions) {
      broken.delete(file);
      names.add(resource.name);
    }
    const lost = definitions.problems.filter(({ file, name }) => name !== null && broken.has(file) && !names.has(name));
    const recalled = (await this.#check?.recall(lost.flatMap(({ name }) => name ?? []))) ?? new Map<string, Resource>();
    const standing: Standing[] = [
      ...builtIn(),
      ...[...definitions.sound, ...formerDefinitions].map(({ file, resource }) => ({ source: file, resource })),
    ];
    for (const { file, name } of lost) {
      const resource = name === null || names.has(name) ? undefined : recalled.get(name);
      if (!resource || clashes(standing, { source: file, resource })) continue;
      standing.push({ source: file, resource });
      formerDefinitions.push({ file, resource, written: resource });
      names.add(resource.name);
    }
    return formerDefinitions;
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
  async follow(onError: (error: unknown) => void): Promise<void> {
    this.#follower = new FolderFollower(this.#folder, () => void this.refresh().catch(onError), onError);
    await this.#follower.ready;
    // Subscribers were not told of changes between the first reading and the watch.
    await this.reload().catch(onError);
  }

  /** Stops following. */
  async close(): Promise<void> {
    await this.#follower?.close();
    await this.#reading;
  }
}

/** The problem of a file, attributed to its former section when the file no longer names one. */
function ofFormer(wrong: BrokenFile, former: CombinedDefinitions['sound']): BrokenFile {
  const resource = former.find(({ file, resource: { name } }) =>
    wrong.name === null ? file === wrong.file : name === wrong.name,
  )?.resource;
  return resource ? { ...wrong, name: resource.name, title: wrong.title ?? sectionTitle(resource.words) } : wrong;
}

/** Whether a definition takes a name or an address of another one. */
function clashes(standing: readonly Standing[], one: Standing): boolean {
  try {
    checkTogether([...standing, one]);
    return false;
  } catch (error) {
    if (error instanceof DefinitionError) return true;
    throw error;
  }
}
