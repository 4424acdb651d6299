/**
 * Handles code of the console that could not be fetched: the network is gone, or a newer release has removed the file. Only a
 * reload helps, since browsers may remember that a module failed.
 */

/** Key of session storage: a JSON list of the paths and releases for which this tab was already reloaded automatically. */
const STORAGE_KEY = 'reloaded';
/** Time without a failure after which a page may be reloaded automatically again, ms. */
export const WORKING_AFTER_MS = 10_000;

/** Error messages of browsers and of the Vite loader for a module or style sheet that could not be fetched. */
const MISSING_CODE_MESSAGE = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an error means that code could not be fetched. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && MISSING_CODE_MESSAGE.test(error.message);
}

/** Entry module of the build that a page belongs to; its name changes with every release. */
function readEntryModule(page: Document): string | null {
  const manifestText = page.getElementById('built')?.textContent;
  if (!manifestText) return null;
  const { entry } = JSON.parse(manifestText) as { entry?: unknown };
  return typeof entry === 'string' ? entry : null;
}

/** The release that the server delivers now, as the name of its entry module; null when the server cannot be reached. */
export async function fetchServedRelease(): Promise<string | null> {
  try {
    const answer = await fetch(globalThis.location.pathname, { cache: 'no-store', headers: { Accept: 'text/html' } });
    if (!answer.ok) return null;
    return readEntryModule(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    // No network, or the answer of a proxy: the server was not reached.
    return null;
  }
}

/**
 * Whether the page may be reloaded automatically: once per path and release until a page has worked, so that a file that is
 * missing for good never causes a reload loop. Returning true records the reload.
 */
export function claimReload(release: string): boolean {
  const reloadKey = `${globalThis.location.pathname} ${release}`;
  const reloads = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as string[];
  if (reloads.includes(reloadKey)) return false;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...reloads, reloadKey]));
  return true;
}

/** Called once a page works: the next failure may reload it again. */
export function forgetReloads(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
