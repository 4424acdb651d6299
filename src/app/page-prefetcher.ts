import { readBuilt } from '#console/boot/load-console.ts';
import { isOnline } from '#console/data/http/online.ts';
import { untilNextCall, untilNoCallsFor } from '#console/data/http/pending-calls.ts';
import { whenIdle } from '#console/ui/timing/when-idle.ts';

/** A page counts as loaded after this long without a call, ms. */
const STANDS = 1_500;

/** The code of a page that may be gone to. */
export interface PrefetchedPage {
  path: string;
  /** Fetches what is not there yet, and runs it. */
  load: () => Promise<unknown>;
}

/** The build's facts about the pages; none where the sources are served as they are. */
function filesByPath(): Readonly<Record<string, readonly string[]>> {
  return document.getElementById('built') ? readBuilt().pages : {};
}

/** Whether the browser is set to save data: then nothing is fetched ahead. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Whether the page has asked for a file itself. */
const isLinked = (file: string): boolean => document.head.querySelector(`link[href="${file}"]`) !== null;

const leisure = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      forget();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const forget = whenIdle(finish);
    signal.addEventListener('abort', finish);
  });

/**
 * Brings the code of pages before they are gone to. A browser remembers a module that failed, so the files are fetched into its
 * cache first, where a failure leaves nothing behind, and run once they are there.
 */
export class PagePrefetcher {
  readonly #files = filesByPath();
  readonly #fetched = new Set<string>();
  readonly #brought = new Set<string>();

  /** Whether pages are fetched ahead: not from unbuilt sources, and not where the browser saves data. */
  get #wanted(): boolean {
    return Object.keys(this.#files).length > 0 && !savesData();
  }

  /** Loads a page that is about to be opened. */
  async now({ path, load }: PrefetchedPage): Promise<void> {
    if (!this.#wanted || !isOnline() || this.#brought.has(path)) return;
    // Only once: a second hover while it is loading starts nothing. After a failure it may be tried again.
    this.#brought.add(path);
    try {
      await this.#fetch(path, {});
      await load();
    } catch {
      // The page itself reports the failure when it is opened.
      this.#brought.delete(path);
    }
  }

  /**
   * Brings pages one after another while the page that is open stands still; gives way to its calls. Ends at the first that
   * does not come.
   */
  async atLeisure(pages: readonly PrefetchedPage[], signal: AbortSignal): Promise<void> {
    if (!this.#wanted) return;
    try {
      for (const page of pages) {
        if (!isOnline()) return;
        await this.#bring(page, signal);
      }
    } catch {
      // Opening the page tells of the failure; the next page begins anew.
    }
  }

  async #bring({ path, load }: PrefetchedPage, signal: AbortSignal): Promise<void> {
    while (!this.#brought.has(path)) {
      await untilNoCallsFor(STANDS, signal);
      await leisure(signal);
      signal.throwIfAborted();
      const calls = untilNextCall();
      const giveUp = () => calls.abort();
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        await this.#fetch(path, { signal: calls.signal, priority: 'low' });
        await leisure(signal);
        calls.signal.throwIfAborted();
        this.#brought.add(path);
        await load();
      } catch (error) {
        // A call of the page went first: once it is done this is taken up again.
        if (!calls.signal.aborted || signal.aborted) throw error;
      } finally {
        signal.removeEventListener('abort', giveUp);
        calls.release();
      }
    }
  }

  async #fetch(path: string, options: RequestInit): Promise<void> {
    const files = this.#files[path] ?? [];
    await Promise.all(
      files.map(async (file) => {
        if (this.#fetched.has(file) || isLinked(file)) return;
        const answer = await fetch(file, options);
        if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
        await answer.arrayBuffer();
        this.#fetched.add(file);
      }),
    );
  }
}
