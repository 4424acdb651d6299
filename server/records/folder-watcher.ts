import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Delay before a change is reported, ms, since editors write in bursts. */
const SETTLE_MS = 150;
/** Interval of checking the identity and the files of the folder, ms. */
const CHECK_INTERVAL_MS = 1_000;

/** Watches the files of a folder, even if it is created later or replaced. */
export class FolderWatcher {
  /** Resolves once changes are noticed, or the folder is known to be missing. */
  readonly ready: Promise<void>;
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  #watcher: FSWatcher | null = null;
  /** Identity of the watched folder (`readFolderIdentity`); null for none. */
  #watchedIdentity: string | null = null;
  /** Names and timestamps of its files when a change was last reported. */
  #reportedStamps = '';
  #reportTimer: NodeJS.Timeout | null = null;
  #checkTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  /**
   * @param onChange called after a change
   * @param onError called if the folder cannot be watched
   */
  constructor(folder: string, onChange: () => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#onError = onError;
    this.ready = this.#check(true).catch(onError);
  }

  /**
   * Checks the folder regularly. Its identity, because a watcher does not always notice the removal of its folder and never a new
   * one in its place; and its files, because a watcher misses a file that is replaced and written at once, and notices nothing on
   * some network disks.
   * @param isFirst whether the folder has just been read, so that nothing is reported
   */
  async #check(isFirst: boolean): Promise<void> {
    try {
      await this.#checkChanges(isFirst);
    } finally {
      // A failed check, e.g. of a disk that is offline briefly, must not end the checks.
      if (!this.#isClosed) {
        this.#checkTimer = setTimeout(() => void this.#check(false).catch(this.#onError), CHECK_INTERVAL_MS);
        this.#checkTimer.unref();
      }
    }
  }

  async #checkChanges(isFirst: boolean): Promise<void> {
    const identity = await readFolderIdentity(this.#folder);
    const stamps = await readStamps(this.#folder);
    if (this.#isClosed) return;
    const hasMissedChange = stamps !== this.#reportedStamps && !this.#reportTimer;
    if (identity !== this.#watchedIdentity) {
      await this.#watcher?.close();
      this.#watcher = null;
      this.#watchedIdentity = null;
      if (identity !== null) await this.#watch();
      this.#watchedIdentity = identity;
      this.#reportedStamps = stamps;
      if (!isFirst) this.#onChange();
    } else if (hasMissedChange) {
      this.#reportedStamps = stamps;
      this.#onChange();
    }
  }

  async #watch(): Promise<void> {
    const watcher = watch(this.#folder, { persistent: false, ignoreInitial: true, depth: 0 });
    this.#watcher = watcher;
    watcher.on('all', () => this.#scheduleReport());
    watcher.on('error', this.#onError);
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
    // `close` may have been called before the watcher was ready.
    if (this.#isClosed) await watcher.close();
  }

  #scheduleReport(): void {
    if (this.#isClosed) return;
    if (this.#reportTimer) clearTimeout(this.#reportTimer);
    this.#reportTimer = setTimeout(() => void this.#report(), SETTLE_MS);
    this.#reportTimer.unref();
  }

  async #report(): Promise<void> {
    this.#reportTimer = null;
    this.#reportedStamps = await readStamps(this.#folder);
    if (!this.#isClosed) this.#onChange();
  }

  /** Stops watching. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#reportTimer) clearTimeout(this.#reportTimer);
    if (this.#checkTimer) clearTimeout(this.#checkTimer);
    await this.#watcher?.close();
  }
}

/** Identity of the folder at a path, which changes if it is recreated or mounted over; null for no folder. */
export async function readFolderIdentity(path: string): Promise<string | null> {
  try {
    const stats = await stat(path);
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeMs}` : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Names, sizes and times of a folder's files as one text for comparison. A folder or file that cannot be read
 * counts as missing; `onChange` then reads the folder and reports why.
 */
async function readStamps(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const stamps = await Promise.all(
    names.sort().map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => null);
      return stats ? `${name}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}` : name;
    }),
  );
  return stamps.join('\n');
}
