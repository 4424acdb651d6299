import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Delay before a change is reported, since writes of an editor come in bursts, ms. */
const SETTLE = 150;
/** Interval of checking that it is still the same folder, with the files as they were told of, ms. */
const LOOK_EVERY = 1_000;

/** Follows the files of one folder, also one that comes later or is removed and made anew. */
export class FolderFollower {
  /** Once changes are seen, or the folder is known to be missing. */
  readonly ready: Promise<void>;
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  #watcher: FSWatcher | null = null;
  /** Which folder is watched: one that was made anew is another. */
  #watched: string | null = null;
  /** Names and stamps of its files when their change was last reported. */
  #reported = '';
  #settling: NodeJS.Timeout | null = null;
  #looking: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param onChange told after something changed @param onError told when the folder cannot be followed */
  constructor(folder: string, onChange: () => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#onError = onError;
    this.ready = this.#look(true).catch(onError);
  }

  /**
   * Watches the present folder. Its identity is checked regularly, since a watcher of a removed folder does not
   * always notice the removal, and never another folder in its place. So are its files: a watcher misses a file that is replaced and
   * written at once, and hears nothing on some network disks.
   * @param first whether what is in the folder has just been read
   */
  async #look(first: boolean): Promise<void> {
    try {
      await this.#compare(first);
    } finally {
      // A failed check (a disk that is away for a moment) is no reason to stop checking.
      if (!this.#closed) {
        this.#looking = setTimeout(() => void this.#look(false).catch(this.#onError), LOOK_EVERY);
        this.#looking.unref();
      }
    }
  }

  async #compare(first: boolean): Promise<void> {
    const present = await readIdentity(this.#folder);
    const stamps = await readStamps(this.#folder);
    if (this.#closed) return;
    const isMissed = stamps !== this.#reported && !this.#settling;
    if (present !== this.#watched) {
      await this.#watcher?.close();
      this.#watcher = null;
      this.#watched = null;
      if (present !== null) await this.#watch();
      this.#watched = present;
      this.#reported = stamps;
      if (!first) this.#onChange();
    } else if (isMissed) {
      this.#reported = stamps;
      this.#onChange();
    }
  }

  async #watch(): Promise<void> {
    const watcher = watch(this.#folder, { persistent: false, ignoreInitial: true, depth: 0 });
    this.#watcher = watcher;
    watcher.on('all', () => this.#settle());
    watcher.on('error', this.#onError);
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
    // It may have been closed while it got ready.
    if (this.#closed) await watcher.close();
  }

  #settle(): void {
    if (this.#closed) return;
    if (this.#settling) clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#report(), SETTLE);
    this.#settling.unref();
  }

  async #report(): Promise<void> {
    this.#settling = null;
    this.#reported = await readStamps(this.#folder);
    if (!this.#closed) this.#onChange();
  }

  /** Stops following. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#settling) clearTimeout(this.#settling);
    if (this.#looking) clearTimeout(this.#looking);
    await this.#watcher?.close();
  }
}

/** Identity of the folder at a path: one that was made anew, or mounted, is another. Null for no folder. */
export async function readIdentity(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Names, sizes and times of the files of a folder, as one text that changes with any of them. A folder or file that cannot be read
 * counts as missing; `onChange` then reads the folder and reports why.
 */
async function readStamps(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const stamps = await Promise.all(
    names.sort().map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return found ? `${name}:${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}` : name;
    }),
  );
  return stamps.join('\n');
}
