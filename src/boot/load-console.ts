/** Files of a screen whose code is loaded separately. */
export interface ScreenFiles {
  /** URL of its entry module. */
  entry: string;
  /** Modules that it imports statically. */
  modules: readonly string[];
  styles: readonly string[];
}

/** What the build (`vite.config.ts`) wrote into `index.html` about its output; the inherited fields are those of the console. */
export interface BuildManifest extends ScreenFiles {
  /** Product name at build time; the server may have written another one into the `<head>`. */
  product: string;
  /** The small pages around signing in (second step, registration …). */
  access: ScreenFiles;
  /** Additional modules and style sheets of each page, by its path. */
  pages: Readonly<Record<string, readonly string[]>>;
  /** First list call of each page without the checked buildings, by its path. */
  lists: Readonly<Record<string, string>>;
  /** Section whose permission a page needs, by its path. */
  sections: Readonly<Record<string, string>>;
  /** URL of the module that validates Russian phone numbers. */
  phoneCheck: string;
}

/** Reads the manifest that the build embedded in `index.html`. */
export function readBuildManifest(): BuildManifest {
  return JSON.parse(document.getElementById('built')?.textContent ?? '') as BuildManifest;
}

const addedLinks = new Set<string>();

function addLink(rel: string, href: string, as?: string): HTMLLinkElement | null {
  if (addedLinks.has(rel + href) || (rel === 'prefetch' && addedLinks.has(`stylesheet${href}`))) return null;
  addedLinks.add(rel + href);
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (as) link.as = as;
  if (rel === 'modulepreload') link.crossOrigin = '';
  document.head.append(link);
  return link;
}

/** Starts to fetch the entry module and its imports, which every page of the console needs and which are the largest files. */
export function fetchEntry(part: ScreenFiles): void {
  for (const module of [part.entry, ...part.modules]) addLink('modulepreload', module);
}

/** Prefetches the code of the console without running it, while the person is still typing. */
export function prefetchConsole(built: BuildManifest, path: string): void {
  for (const file of [built.entry, ...built.modules, ...built.styles, ...(built.pages[path] ?? [])]) {
    if (file.endsWith('.css')) addLink('prefetch', file, 'style');
    else addLink('modulepreload', file);
  }
}

const whenLoaded = (link: HTMLElement): Promise<void> =>
  new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('A part of the console did not load'));
  });

/**
 * Runs the console and loads the style sheets of the page at this path with it: fetched later, they would delay the page.
 * @throws when code of the console does not load; when only code of the page is missing, the page itself shows that beside the
 * menu
 */
export async function runConsole(built: BuildManifest, path: string): Promise<void> {
  const sheets = (built.pages[path] ?? []).filter((file) => file.endsWith('.css'));
  const running = runScreen(built, sheets);
  prefetchConsole(built, path);
  await running;
}

/**
 * Loads the style sheets of a screen, so that nothing is shown unstyled, then runs its script.
 * @param optionalStyles sheets to wait for that may fail to load
 * @throws when a required file does not load
 */
export async function runScreen(part: ScreenFiles, optionalStyles: readonly string[] = []): Promise<void> {
  fetchEntry(part);
  const addLinks = (files: readonly string[]) => files.flatMap((file) => addLink('stylesheet', file) ?? []);
  const sheets = addLinks(part.styles).map(whenLoaded);
  // A failed link is removed, so that the next code that needs the sheet requests it again and sees the failure.
  const optionalSheets = addLinks(optionalStyles).map((link) => whenLoaded(link).catch(() => link.remove()));
  await Promise.all([...sheets, ...optionalSheets]);
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = part.entry;
  document.head.append(script);
  await whenLoaded(script);
}
