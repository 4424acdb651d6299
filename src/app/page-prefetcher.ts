import { readBuildManifest } from '#console/boot/load-console.ts';
import { isOnline } from '#console/data/http/online.ts';
import { waitForQuiet, watchForNextCall } from '#console/data/http/pending-calls.ts';
import { whenIdle } from '#console/ui/timing/when-idle.ts';

/** Time without a call after which a page counts as loaded, ms. */
const QUIET_MS = 1_500;

/** A page whose code can be prefetched. */
export interface PrefetchedPage {
  path: string;
  /** Fetches the missing modules and runs them. */
  load: () => Promise<unknown>;
}

/** Files of each page by its path, from the build; empty on the dev server. */
function readPageFiles(): Readonly<Record<string, readonly string[]>> {
  return document.getElementById('built') ? readBuildManifest().pages : {};
}

/** Whether data saver is on in the browser: then nothing is prefetched. */
export function isDataSaverOn(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Whether the document already links to a file. */
const isLinked = (file: string): boolean => document.head.querySelector(`link[href="${file}"]`) !== null;

const waitForIdle = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      cancelIdle();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancelIdle = whenIdle(finish);
    signal.addEventListener('abort', finish);
  });

/**
 * Prefetches the code of pages. Browsers remember a module that failed, so the files are first fetched into the HTTP cache, where
 * a failure has no effect, and run only once they are there.
 */
export class PagePrefetcher {
  readonly #files = readPageFiles();
  readonly #fetched = new Set<string>();
  readonly #prefetched = new Set<string>();

  /** Whether pages are prefetched: not on the dev server, and not with data saver. */
  get #isEnabled(): boolean {
    return Object.keys(this.#files).length > 0 && !isDataSaverOn();
  }

  /** Prefetches a page that is likely to be opened next. */
  async prefetchNow({ path, load }: PrefetchedPage): Promise<void> {
    if (!this.#isEnabled || !isOnline() || this.#prefetched.has(path)) return;
    // Set before loading, so that a second hover starts nothing; removed after a failure, so that it can be retried.
    this.#prefetched.add(path);
    try {
      await this.#fetch(path, {});
      await load();
    } catch {
      // The page itself reports the failure when it is opened.
      this.#prefetched.delete(path);
    }
  }

  /**
   * Prefetches pages one by one while the current page makes no calls; pauses during its calls and stops at the first failure.
   */
  async prefetchWhenIdle(pages: readonly PrefetchedPage[], signal: AbortSignal): Promise<void> {
    if (!this.#isEnabled) return;
    try {
      for (const page of pages) {
        if (!isOnline()) return;
        await this.#prefetchPage(page, signal);
      }
    } catch {
      // Opening the page reports the failure; the next page starts prefetching again.
    }
  }

  async #prefetchPage({ path, load }: PrefetchedPage, signal: AbortSignal): Promise<void> {
    while (!this.#prefetched.has(path)) {
      await waitForQuiet(QUIET_MS, signal);
      await waitForIdle(signal);
      signal.throwIfAborted();
      const calls = watchForNextCall();
      const abortFetches = () => calls.abort();
      signal.addEventListener('abort', abortFetches, { once: true });
      try {
        await this.#fetch(path, { signal: calls.signal, priority: 'low' });
        await waitForIdle(signal);
        calls.signal.throwIfAborted();
        this.#prefetched.add(path);
        await load();
      } catch (error) {
        // Interrupted by a call of the page: retried once that is done.
        if (!calls.signal.aborted || signal.aborted) throw error;
      } finally {
        signal.removeEventListener('abort', abortFetches);
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
