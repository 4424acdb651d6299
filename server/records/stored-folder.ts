import { setTimeout as pause } from 'node:timers/promises';
import { text } from '#i18n/text.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { saidIn } from '#server/definitions/broken-text.ts';
import {
  addVersion,
  digestOf,
  FILE_CHANGED,
  lockVersions,
  type NewestVersion,
  newestOfFile,
  newestVersions,
  wasText,
} from './definition-versions.ts';
import { readIdentity } from './folder-follower.ts';
import { makeFolder, readText, readTexts, replaceText } from './folder-texts.ts';

/** Time without a change after which a file counts as completely written, ms. */
const STILL = 50;

/** Texts that hold in place of files that could not be written, by file; null for none. */
export type FolderOverlay = ReadonlyMap<string, string | null>;

/** A file as it was last looked at. */
interface LookedAt {
  /** Of its text; null for no file. */
  digest: string | null;
  /** The newest version then; 0 for none. */
  version: number;
}

/** A file whose text differs from its newest version. */
interface HandChange {
  file: string;
  /** Null for no file. */
  source: string | null;
  newest: NewestVersion | undefined;
}

/** A file that could not be written. */
interface Unwritten {
  /** The intended text; null for no file. */
  text: string | null;
  reason: string;
}

/**
 * Keeps a folder of definitions and their versions in the database in step. A change by hand becomes a new version; a text that came through
 * the console, at whatever process, is written to the folder while the file is as this process read or wrote it last. Files
 * that never went through the console are only read.
 */
export class StoredFolder {
  readonly #folder: string;
  readonly #database: Database;
  readonly #now: () => Date;
  /** The files as they were last looked at; missing for a file that never was. */
  readonly #lookedAt = new Map<string, LookedAt>();
  readonly #unwritten = new Map<string, Unwritten>();
  #isSeen = false;
  /** Which folder was looked at last. */
  #identity: string | null = null;

  /** @param folder of definitions @param now the present moment */
  constructor(folder: string, { database, now }: { database: Database; now: () => Date }) {
    this.#folder = folder;
    this.#database = database;
    this.#now = now;
  }

  /** Files that could not be written, as the list of problems tells them. */
  get problems(): BrokenFile[] {
    return [...this.#unwritten].map(([file, { text: source, reason }]) => {
      const { name, title } = saidIn(source);
      return { file, name, title, problems: [text('definitions.unwritten', { reason })] };
    });
  }

  /** Whether a file is in the folder, or its text holds in place of one that could not be written. */
  holds(file: string): boolean {
    const unwritten = this.#unwritten.get(file);
    return unwritten ? unwritten.text !== null : typeof this.#lookedAt.get(file)?.digest === 'string';
  }

  /** Takes changes by hand into the database and brings newer texts to the folder. @returns what could not be written */
  async settle(): Promise<FolderOverlay> {
    const { exists, texts } = await readTexts(this.#folder);
    const versions = new Map((await newestVersions(this.#database.kysely)).map((version) => [version.file, version]));
    // A missing folder is not made anew, nor do its files count as removed: it may come back.
    const isGone = !exists && this.#isSeen;
    const identity = await readIdentity(this.#folder);
    // Nor is an empty folder in its place, such as the one that a volume was mounted on.
    const isAnother = identity !== this.#identity && this.#identity !== null;
    this.#identity = identity ?? this.#identity;
    if (isGone || isAnother) this.#lookedAt.clear();
    this.#isSeen ||= exists;
    const changes: HandChange[] = [];
    for (const file of new Set([...texts.keys(), ...versions.keys(), ...this.#lookedAt.keys()])) {
      const source = texts.has(file) ? texts.get(file) : null;
      if (source === undefined) continue;
      const change = { file, source, newest: versions.get(file) };
      if (await this.#isByHand(change)) changes.push(change);
    }
    await this.#takeIn(changes);
    if (isGone) this.#lookedAt.clear();
    return new Map([...this.#unwritten].map(([file, { text: wanted }]) => [file, wanted]));
  }

  /** Writes the newest text to a file where that is due, or tells that the file was changed by hand. */
  async #isByHand({ file, source, newest }: HandChange): Promise<boolean> {
    const digest = digestOrNull(source);
    const before = this.#lookedAt.get(file);
    if (digest === digestIn(newest)) this.#keep(file, digest, newest?.version);
    else if (await this.#isStale(file, digest, newest)) await this.#bring(file, source);
    // A file that this folder never had was not removed from it: other processes may have it.
    else if (digest === null && before === undefined) this.#keep(file, null, newest?.version);
    else return digest !== before?.digest;
    return false;
  }

  #keep(file: string, digest: string | null, version = 0): void {
    this.#lookedAt.set(file, { digest, version });
    this.#unwritten.delete(file);
  }

  /** Whether to replace a file by the text in the database: it was not changed by hand since it was last looked at. */
  async #isStale(file: string, digest: string | null, newest: NewestVersion | undefined): Promise<boolean> {
    if (!newest?.by_console) return false;
    const before = this.#lookedAt.get(file);
    if (before?.digest === digest) return true;
    // Removed by hand, but the removed text was not the newest: the newest is kept, to be safe.
    if (digest === null) return before === undefined || before.digest !== newest.digest;
    // Another process that has the same folder has written it, or it is an old copy.
    return wasText(this.#database.kysely, file, digest, before?.version ?? 0);
  }

  /** Writes the newest text to the folder; where that fails, the text holds in place of the file. */
  async #bring(file: string, source: string | null): Promise<void> {
    const newest = await newestOfFile(this.#database.kysely, file);
    const newestText = newest && !newest.removed ? newest.text : null;
    try {
      if (!this.#isSeen) {
        await makeFolder(this.#folder);
        this.#isSeen = true;
      }
      // Changed by hand at this very moment: the next reading takes it in.
      if (!(await replaceText(this.#folder, file, newestText, source))) return;
      this.#keep(file, digestOrNull(newestText), newest?.version);
    } catch (error) {
      this.#lookedAt.set(file, { digest: digestOrNull(source), version: newest?.version ?? 0 });
      this.#unwritten.set(file, { text: newestText, reason: reasonOf(error) });
    }
  }

  /** Makes changes by hand the newest versions. */
  async #takeIn(changes: readonly HandChange[]): Promise<void> {
    if (!changes.length) return;
    await pause(STILL);
    // A file that is being written is taken in later: the follower of the folder tells when it is complete.
    const texts = await Promise.all(changes.map(({ file }) => readText(this.#folder, file)));
    const wholeChanges = changes.filter(({ source }, at) => texts[at] === source);
    const versions = await this.#database.kysely.transaction().execute(async (trx) => {
      await lockVersions(trx);
      const numbers = new Map<string, number>();
      for (const change of wholeChanges) numbers.set(change.file, await this.#addVersion(trx, change));
      return numbers;
    });
    for (const { file, source } of wholeChanges) this.#keep(file, digestOrNull(source), versions.get(file));
  }

  /** @returns the number of the newest version */
  async #addVersion(trx: Db, { file, source, newest }: HandChange): Promise<number> {
    const before = await newestOfFile(trx, file);
    const isSame = digestIn(before) === digestOrNull(source);
    // A removal by hand counts only while the removed text is the newest.
    const isLate = source === null && before?.version !== newest?.version;
    if (isSame || isLate) return before?.version ?? 0;
    if (before?.by_console) await this.#database.notify(trx, FILE_CHANGED, file);
    return addVersion(trx, file, before, { text: source, user: null, at: this.#now() });
  }
}

const digestOrNull = (source: string | null): string | null => (source === null ? null : digestOf(source));

/** The digest of the newest version of a file; null for no file or a removed one. */
const digestIn = (newest: Pick<NewestVersion, 'digest' | 'removed'> | undefined): string | null =>
  newest && !newest.removed ? newest.digest : null;

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS.has(code) ? text(`definitions.unwritable.${code}`) : message;
}

const REASONS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC']);
