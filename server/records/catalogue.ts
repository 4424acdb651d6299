import { RESOURCES } from '#resources/index.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { checkConflicts, DefinitionError, type LoadedDefinition } from '#resources/language/read-definition.ts';
import { renameReferencedSections } from '#resources/language/section-names.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { BrokenFile, PendingDefinition } from '#resources/protocol/definitions/definitions.ts';
import type { Database } from '#server/db/connect.ts';
import { builtInDefinitions, type CombinedDefinitions } from '#server/definitions/combine.ts';
import { explainDefinitionError } from '#server/definitions/read-text.ts';
import { definitionVersion } from './definition-version.ts';
import { FolderWatcher } from './folder-watcher.ts';
import type { InForceCheck } from './in-force.ts';
import { readFolder } from './read-folder.ts';
import { StoredFolder } from './stored-folder.ts';

/** The current definitions: the built-in ones, and those of the installation's folder, which is read again when it changes. */
export class Catalogue {
  #combined: CombinedDefinitions;
  #watcher: FolderWatcher | null = null;
  #reading: Promise<void> = Promise.resolve();
  #inForceCheck: InForceCheck | null = null;
  #storedFolder: StoredFolder | null = null;
  #pending: readonly PendingDefinition[] = [];
  #waiting: readonly Resource[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #folder: string;

  private constructor(folder: string, combined: CombinedDefinitions) {
    this.#folder = folder;
    this.#combined = combined;
  }

  /**
   * Reads the folder for the first time. A broken file never stops the start: its section is left out, or stays as last in force
   * (`setInForceCheck`), and `problems` reports it.
   */
  static async open(folder: string): Promise<Catalogue> {
    try {
      return new Catalogue(folder, await readFolder(folder));
    } catch (error) {
      return new Catalogue(folder, {
        sound: [],
        problems: [{ file: folder, name: null, title: null, problems: explainDefinitionError(error, null) }],
      });
    }
  }

  /** Definitions that the installation added. */
  get extra(): readonly Resource[] {
    return this.#combined.sound.map(({ resource }) => resource);
  }

  /** Definitions that the installation added, with their files. */
  get sound(): readonly { file: string; resource: Resource }[] {
    return this.#combined.sound;
  }

  /** Like `extra`, but as written in the files: fields may refer to a section by its former name. */
  get written(): readonly Resource[] {
    return this.#combined.sound.map(({ written }) => written);
  }

  /** Problems found when the folder was last read. */
  get problems(): readonly BrokenFile[] {
    return [...this.#combined.problems, ...(this.#storedFolder?.problems ?? [])];
  }

  /** Whether a file has problems. */
  isBroken(file: string): boolean {
    return this.#combined.problems.some((one) => one.file === file);
  }

  /** Whether this process has the current content of a file: in its folder, or from the database if it could not be written. */
  hasFile(file: string): boolean {
    return this.#storedFolder?.hasFile(file) ?? false;
  }

  /** Names of the sections in force that a file defines. */
  namesIn(file: string): string[] {
    return this.#combined.sound.flatMap((one) => (one.file === file ? one.resource.name : []));
  }

  /** Changed definitions that wait to be applied, because stored records do not fit them. */
  get pending(): readonly PendingDefinition[] {
    return this.#pending;
  }

  /** The waiting definition of a section; null for none. */
  waiting(name: string): Resource | null {
    return this.#waiting.find((resource) => resource.name === name) ?? null;
  }

  /** Reads the folder again and notifies all subscribers. */
  async refresh(): Promise<void> {
    await this.reload();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Synchronises the folder with the versions in the database at every later reading. */
  syncWith(database: Database, now: () => Date): void {
    this.#storedFolder = new StoredFolder(this.#folder, { database, now });
  }

  /** From now on a changed definition waits until the records fit it or an administrator applies it. */
  setInForceCheck(check: InForceCheck): Promise<void> {
    this.#inForceCheck = check;
    return this.reload();
  }

  /** Sections that exist only through the installation's definitions. */
  get extraSections(): string[] {
    const builtIn: readonly string[] = SECTIONS;
    return [...new Set(this.extra.map((resource) => resource.section).filter((name) => !builtIn.includes(name)))];
  }

  /** All definitions whose records are stored in the `records` table. */
  get generics(): readonly Resource[] {
    return [...RESOURCES, ...this.extra].filter((resource) => resource.generic);
  }

  /** The generically stored definition of this name; null for none. */
  generic(name: string): Resource | null {
    return this.generics.find((resource) => resource.name === name) ?? null;
  }

  /** The definition of the section with this former name; null for none. */
  findByFormerName(name: string): Resource | null {
    return this.generics.find((resource) => resource.was === name) ?? null;
  }

  /**
   * Reads the folder again after all earlier readings, so that the last call sees the latest content. A problem never takes the
   * server down: the last sound definition stays until its file is fixed or removed.
   */
  reload(): Promise<void> {
    const reading = this.#reading.then(() => this.#read());
    // A failed reading rejects only its own promise, so that the next one still runs.
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #read(): Promise<void> {
    const definitions = await readFolder(this.#folder, await this.#storedFolder?.synchronise());
    const replacements = await this.#replacementsFor(definitions);
    const all = [...definitions.sound, ...replacements];
    const problems = definitions.problems.map((one) => attributeToFormer(one, replacements));
    if (!this.#inForceCheck) {
      this.#combined = { sound: all, problems };
      return;
    }
    const formerNames = new Set(replacements.map(({ resource }) => resource.name));
    const { waiting, pendingRenames } = await this.#inForceCheck.compare(
      definitions.sound.map(({ resource }) => resource),
      this.#formerNames(definitions.sound),
    );
    const pending: PendingDefinition[] = [];
    const sound = all.flatMap((entry) => {
      const { file, resource } = entry;
      const waitingDefinition = formerNames.has(resource.name) ? undefined : waiting.get(resource.name);
      if (!waitingDefinition) return { ...entry, resource: renameReferencedSections(resource, pendingRenames) };
      const { misfits, definitionInForce } = waitingDefinition;
      const version = definitionVersion(waitingDefinition.resource);
      pending.push({ file, name: resource.name, title: sectionTitle(resource.words), version, misfits });
      return definitionInForce ? { file, resource: definitionInForce, written: definitionInForce } : [];
    });
    this.#pending = pending;
    this.#waiting = [...waiting.values()].map(({ resource }) => resource);
    this.#combined = { sound, problems };
  }

  /** Former section names of files that now describe another section, by the new name. */
  #formerNames(sound: CombinedDefinitions['sound']): ReadonlyMap<string, string> {
    const names = new Set(sound.map(({ resource }) => resource.name));
    return new Map(
      sound.flatMap(({ file, resource }) => {
        const [before, ...others] = this.namesIn(file);
        const isReplaced = before !== undefined && others.length === 0 && !names.has(before);
        return isReplaced ? [[resource.name, before] as const] : [];
      }),
    );
  }

  /** Replacements for broken files: their last sound content, else the definitions in force before the start. */
  async #replacementsFor(definitions: CombinedDefinitions): Promise<CombinedDefinitions['sound']> {
    const broken = new Set(definitions.problems.map(({ file }) => file));
    // A section with `was` also takes over its former name.
    const names = new Set(definitions.sound.flatMap(({ resource: { name, was } }) => [name, was ?? name]));
    const replacements = this.#combined.sound.filter(
      ({ file, resource }) => broken.has(file) && !names.has(resource.name),
    );
    for (const { file, resource } of replacements) {
      broken.delete(file);
      names.add(resource.name);
    }
    const unreplaced = definitions.problems.filter(
      ({ file, name }) => name !== null && broken.has(file) && !names.has(name),
    );
    const recalled =
      (await this.#inForceCheck?.recall(unreplaced.flatMap(({ name }) => name ?? []))) ?? new Map<string, Resource>();
    const accepted: LoadedDefinition[] = [
      ...builtInDefinitions(),
      ...[...definitions.sound, ...replacements].map(({ file, resource }) => ({ source: file, resource })),
    ];
    for (const { file, name } of unreplaced) {
      const resource = name === null || names.has(name) ? undefined : recalled.get(name);
      if (!resource || clashes(accepted, { source: file, resource })) continue;
      accepted.push({ source: file, resource });
      replacements.push({ file, resource, written: resource });
      names.add(resource.name);
    }
    return replacements;
  }

  /**
   * Calls back after `refresh`.
   * @returns the function that unsubscribes
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Watches the folder until `close`, even if it is created later or replaced.
   * @param onError called if the folder cannot be read or watched
   * @returns resolves once changes are noticed
   */
  async watch(onError: (error: unknown) => void): Promise<void> {
    this.#watcher = new FolderWatcher(this.#folder, () => void this.refresh().catch(onError), onError);
    await this.#watcher.ready;
    // Picks up changes made between the first reading and the start of the watch.
    await this.reload().catch(onError);
  }

  /** Stops watching. */
  async close(): Promise<void> {
    await this.#watcher?.close();
    await this.#reading;
  }
}

/** The problem of a file, attributed to its former section when the file no longer names one. */
function attributeToFormer(brokenFile: BrokenFile, former: CombinedDefinitions['sound']): BrokenFile {
  const resource = former.find(({ file, resource: { name } }) =>
    brokenFile.name === null ? file === brokenFile.file : name === brokenFile.name,
  )?.resource;
  return resource
    ? { ...brokenFile, name: resource.name, title: brokenFile.title ?? sectionTitle(resource.words) }
    : brokenFile;
}

/** Whether a definition has the same name or address as another one. */
function clashes(accepted: readonly LoadedDefinition[], candidate: LoadedDefinition): boolean {
  try {
    checkConflicts([...accepted, candidate]);
    return false;
  } catch (error) {
    if (error instanceof DefinitionError) return true;
    throw error;
  }
}
