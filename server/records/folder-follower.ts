import { stat } from 'node:fs/promises';
import { type FSWatcher, watch } from 'chokidar';

/** Writes of an editor come in bursts: told once they have settled, ms. */
const SETTLE = 150;
/** Between two looks whether a folder that is not there has come, ms. */
const LOOK_EVERY = 1_000;

/** Follows the files of one folder, also one that comes later or is removed and made anew. */
export class FolderFollower {
  /** Once changes are seen, or the folder is known to be missing. */
  readonly ready: Promise<void>;
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param onChange told after something changed @param onError told when the folder cannot be followed */
  constructor(folder: string, onChange: () => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#onError = onError;
    this.ready = this.#begin(false).catch(onError);
  }

  /** @param late whether what is in the folder has not been read since it came */
  async #begin(late: boolean): Promise<void> {
    const there = await isFolder(this.#folder);
    if (this.#closed) return;
    if (!there) {
      this.#later(LOOK_EVERY, () => void this.#begin(true).catch(this.#onError));
      return;
    }
    const watcher = watch(this.#folder, { persistent: false, ignoreInitial: true, depth: 0 });
    this.#watcher = watcher;
    watcher.on('all', (event, path) => {
      if (event === 'unlinkDir' && path === this.#folder) void this.#restart().catch(this.#onError);
      else this.#later(SETTLE, this.#onChange);
    });
    watcher.on('error', this.#onError);
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
    if (late) this.#onChange();
  }

  /** The folder itself was removed: what was in it is gone, and it may come again. */
  async #restart(): Promise<void> {
    await this.#watcher?.close();
    this.#watcher = null;
    this.#onChange();
    await this.#begin(true);
  }

  #later(ms: number, act: () => void): void {
    if (this.#closed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
    this.#timer.unref();
  }

  /** Stops following. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#watcher?.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
