/**
 * Handles a part of the console's code that cannot be fetched: the network is gone, or a newer release has taken the file
 * away. Only loading the page anew brings it, since a browser may remember that a module failed.
 */

/** Key of session storage: where, and to which releases, this tab was loaded anew by itself; a JSON list. */
const KEY = 'reloaded';
/** Time after which a page counts as standing, ms: what it shows later may still lack code. */
export const STANDING = 10_000;

/** How browsers and the bundler's loader say that a module or its style sheet did not come. */
const SAID = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an error says that code could not be fetched. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && SAID.test(error.message);
}

/** The entry module of a page's build, which has another name in every release. */
function pageEntry(page: Document): string | null {
  const note = page.getElementById('built')?.textContent;
  if (!note) return null;
  const { entry } = JSON.parse(note) as { entry?: unknown };
  return typeof entry === 'string' ? entry : null;
}

/** The release that the server gives out now, by its entry module; null where nothing answers, or something in between does. */
export async function servedRelease(): Promise<string | null> {
  try {
    const answer = await fetch(globalThis.location.pathname, { cache: 'no-store', headers: { Accept: 'text/html' } });
    if (!answer.ok) return null;
    return pageEntry(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    // No network, or a page of something in between: the server was not reached.
    return null;
  }
}

/**
 * Whether the page may be loaded anew by itself: once at an address for a release, until a page has stood. So a file that the
 * server lacks for good never makes a loop. Counts as done when it answers true.
 */
export function mayReload(release: string): boolean {
  const mark = `${globalThis.location.pathname} ${release}`;
  const done = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
  if (done.includes(mark)) return false;
  sessionStorage.setItem(KEY, JSON.stringify([...done, mark]));
  return true;
}

/** A page stands: the next failure is another one. */
export function forgetReload(): void {
  sessionStorage.removeItem(KEY);
}
