import { setTimeout as pause } from 'node:timers/promises';
import { text } from '#i18n/text.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { readSectionHeader } from '#server/definitions/broken-text.ts';
import {
  addVersion,
  digestOf,
  FILE_CHANGED,
  findNewestVersion,
  isKnownText,
  lockVersions,
  type NewestVersion,
  newestVersions,
} from './definition-versions.ts';
import { makeFolder, readText, readTexts, replaceText } from './folder-texts.ts';
import { readFolderIdentity } from './folder-watcher.ts';

/** Time without changes after which a file counts as completely written, ms. */
const QUIET_MS = 50;

/** Texts used in place of files that could not be written, by file; null for a file that should be removed. */
export type FolderOverlay = ReadonlyMap<string, string | null>;

/** State of a file when it was last checked. */
interface FileState {
  /** Digest of its text; null for no file. */
  digest: string | null;
  /** Number of its newest version at that time; 0 for none. */
  version: number;
}

/** A file that was changed by hand, so that its text differs from its newest version. */
interface ManualChange {
  file: string;
  /** Its present text; null for no file. */
  source: string | null;
  newest: NewestVersion | undefined;
}

/** A file that could not be written. */
interface FailedWrite {
  /** The intended text; null for no file. */
  text: string | null;
  reason: string;
}

/**
 * Synchronises a folder of definitions with their versions in the database. A change by hand becomes a new version; a text saved
 * in the console, by any process, is written to the folder unless the file has changed since this process last checked it. Files
 * never saved in the console are only read.
 */
export class StoredFolder {
  readonly #folder: string;
  readonly #database: Database;
  readonly #now: () => Date;
  /** State of each file when last checked; no entry for a file never seen. */
  readonly #fileStates = new Map<string, FileState>();
  readonly #failedWrites = new Map<string, FailedWrite>();
  #hasExisted = false;
  /** Identity of the folder when last checked, to notice that another one is mounted. */
  #identity: string | null = null;

  /**
   * @param folder path of the folder of definitions
   * @param now current time
   */
  constructor(folder: string, { database, now }: { database: Database; now: () => Date }) {
    this.#folder = folder;
    this.#database = database;
    this.#now = now;
  }

  /** Files that could not be written, for the list of problems. */
  get problems(): BrokenFile[] {
    return [...this.#failedWrites].map(([file, { text: source, reason }]) => {
      const { name, title } = readSectionHeader(source);
      return { file, name, title, problems: [text('definitions.unwritten', { reason })] };
    });
  }

  /** Whether a file is in the folder, or should be and could not be written. */
  hasFile(file: string): boolean {
    const failedWrite = this.#failedWrites.get(file);
    return failedWrite ? failedWrite.text !== null : typeof this.#fileStates.get(file)?.digest === 'string';
  }

  /**
   * Stores changes by hand in the database and writes newer texts to the folder.
   * @returns texts of files that could not be written
   */
  async synchronise(): Promise<FolderOverlay> {
    const { exists, texts } = await readTexts(this.#folder);
    const versions = new Map((await newestVersions(this.#database.kysely)).map((version) => [version.file, version]));
    // A folder that disappeared is not recreated, and its files do not count as removed, since it may come back.
    const isGone = !exists && this.#hasExisted;
    const identity = await readFolderIdentity(this.#folder);
    // The same goes for another folder in its place, such as an empty mount point.
    const isReplaced = identity !== this.#identity && this.#identity !== null;
    this.#identity = identity ?? this.#identity;
    if (isGone || isReplaced) this.#fileStates.clear();
    this.#hasExisted ||= exists;
    const changes: ManualChange[] = [];
    for (const file of new Set([...texts.keys(), ...versions.keys(), ...this.#fileStates.keys()])) {
      const source = texts.has(file) ? texts.get(file) : null;
      if (source === undefined) continue;
      const change = { file, source, newest: versions.get(file) };
      if (await this.#detectManualChange(change)) changes.push(change);
    }
    await this.#storeManualChanges(changes);
    if (isGone) this.#fileStates.clear();
    return new Map([...this.#failedWrites].map(([file, { text: intendedText }]) => [file, intendedText]));
  }

  /** Whether a file was changed by hand; if instead it is out of date, writes the newest text to it. */
  async #detectManualChange({ file, source, newest }: ManualChange): Promise<boolean> {
    const digest = digestOrNull(source);
    const before = this.#fileStates.get(file);
    if (digest === versionDigest(newest)) this.#setFileState(file, digest, newest?.version);
    else if (await this.#isStale(file, digest, newest)) await this.#writeNewest(file, source);
    // A file this folder never had was not removed by hand; other processes may have it.
    else if (digest === null && before === undefined) this.#setFileState(file, null, newest?.version);
    else return digest !== before?.digest;
    return false;
  }

  #setFileState(file: string, digest: string | null, version = 0): void {
    this.#fileStates.set(file, { digest, version });
    this.#failedWrites.delete(file);
  }

  /** Whether a file has not changed since it was last checked, so that the newer text from the database may replace it. */
  async #isStale(file: string, digest: string | null, newest: NewestVersion | undefined): Promise<boolean> {
    if (!newest?.by_console) return false;
    const before = this.#fileStates.get(file);
    if (before?.digest === digest) return true;
    // A file removed by hand is written again if its text was not the newest, to be safe.
    if (digest === null) return before === undefined || before.digest !== newest.digest;
    // The text is an older version: written by another process on the same folder, or an old copy.
    return isKnownText(this.#database.kysely, file, digest, before?.version ?? 0);
  }

  /** Writes the newest text to the folder; if that fails, the text is used in place of the file. */
  async #writeNewest(file: string, source: string | null): Promise<void> {
    const newest = await findNewestVersion(this.#database.kysely, file);
    const newestText = newest && !newest.removed ? newest.text : null;
    try {
      if (!this.#hasExisted) {
        await makeFolder(this.#folder);
        this.#hasExisted = true;
      }
      // Not written if changed by hand meanwhile; the next reading stores that change.
      if (!(await replaceText(this.#folder, file, newestText, source))) return;
      this.#setFileState(file, digestOrNull(newestText), newest?.version);
    } catch (error) {
      this.#fileStates.set(file, { digest: digestOrNull(source), version: newest?.version ?? 0 });
      this.#failedWrites.set(file, { text: newestText, reason: writeErrorReason(error) });
    }
  }

  /** Stores changes by hand as the newest versions. */
  async #storeManualChanges(changes: readonly ManualChange[]): Promise<void> {
    if (!changes.length) return;
    await pause(QUIET_MS);
    // A file still being written is skipped; the folder watcher triggers another reading when it is complete.
    const texts = await Promise.all(changes.map(({ file }) => readText(this.#folder, file)));
    const wholeChanges = changes.filter(({ source }, at) => texts[at] === source);
    const versions = await this.#database.kysely.transaction().execute(async (trx) => {
      await lockVersions(trx);
      const numbers = new Map<string, number>();
      for (const change of wholeChanges) numbers.set(change.file, await this.#addVersion(trx, change));
      return numbers;
    });
    for (const { file, source } of wholeChanges) this.#setFileState(file, digestOrNull(source), versions.get(file));
  }

  /**
   * Adds a version for a change by hand, unless it is outdated.
   * @returns the number of the newest version
   */
  async #addVersion(trx: Db, { file, source, newest }: ManualChange): Promise<number> {
    const before = await findNewestVersion(trx, file);
    const isSame = versionDigest(before) === digestOrNull(source);
    // A removal by hand counts only if no newer version was saved meanwhile.
    const isLate = source === null && before?.version !== newest?.version;
    if (isSame || isLate) return before?.version ?? 0;
    if (before?.by_console) await this.#database.notify(trx, FILE_CHANGED, file);
    return addVersion(trx, file, before, { text: source, user: null, at: this.#now() });
  }
}

const digestOrNull = (source: string | null): string | null => (source === null ? null : digestOf(source));

/** The digest of the newest version of a file; null for no file or a removed one. */
const versionDigest = (newest: Pick<NewestVersion, 'digest' | 'removed'> | undefined): string | null =>
  newest && !newest.removed ? newest.digest : null;

function writeErrorReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS.has(code) ? text(`definitions.unwritable.${code}`) : message;
}

const REASONS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC']);
