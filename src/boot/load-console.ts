/** A screen that is code. */
export interface Part {
  /** Address of its entry module. */
  entry: string;
  /** Modules it needs at once. */
  modules: readonly string[];
  /** Its style sheets. */
  styles: readonly string[];
}

/** Facts that the build wrote into the page about itself (`vite.config.ts`): the console, and the rest. */
export interface Built extends Part {
  /** Name of the product as the page was built with it; the server may have put another one into the page's head. */
  product: string;
  /** The small pages around signing in. */
  access: Part;
  /** Modules and style sheets a page needs besides, by its address. */
  pages: Readonly<Record<string, readonly string[]>>;
  /** First calls of lists but for the checked buildings, by the address of their page. */
  lists: Readonly<Record<string, string>>;
  /** The section needed for a page, by the page's address. */
  sections: Readonly<Record<string, string>>;
  /** Address of the module that knows Russian telephone numbers. */
  phoneCheck: string;
}

/** Reads the note of the build. */
export function readBuilt(): Built {
  return JSON.parse(document.getElementById('built')?.textContent ?? '') as Built;
}

const added = new Set<string>();

function addLink(rel: string, href: string, as?: string): HTMLLinkElement | null {
  if (added.has(rel + href) || (rel === 'prefetch' && added.has(`stylesheet${href}`))) return null;
  added.add(rel + href);
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (as) link.as = as;
  if (rel === 'modulepreload') link.crossOrigin = '';
  document.head.append(link);
  return link;
}

/** Begins to fetch what every page of the console needs, the largest files there are. */
export function fetchEntry(part: Part): void {
  for (const module of [part.entry, ...part.modules]) addLink('modulepreload', module);
}

/** Fetches the console's code without running it: while the person still types. */
export function prefetchConsole(built: Built, path: string): void {
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
 * Runs the console, with what the page at this address needs: a sheet that were fetched only when the page asks for it would
 * hold the page up.
 * @throws when a piece of the console does not load; where it is one of the page alone, the page says so itself, beside the menu
 */
export async function runConsole(built: Built, path: string): Promise<void> {
  const sheets = (built.pages[path] ?? []).filter((file) => file.endsWith('.css'));
  const running = runPart(built, sheets);
  prefetchConsole(built, path);
  await running;
}

/**
 * Runs a part: its style sheets first, so that nothing is seen unstyled.
 * @param optionalStyles sheets that are waited for, without which it runs all the same
 * @throws when a piece of it does not load
 */
export async function runPart(part: Part, optionalStyles: readonly string[] = []): Promise<void> {
  fetchEntry(part);
  const addLinks = (files: readonly string[]) => files.flatMap((file) => addLink('stylesheet', file) ?? []);
  const sheets = addLinks(part.styles).map(whenLoaded);
  // Taken away, so that a later user asks for it again and finds out.
  const rest = addLinks(optionalStyles).map((link) => whenLoaded(link).catch(() => link.remove()));
  await Promise.all([...sheets, ...rest]);
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = part.entry;
  document.head.append(script);
  await whenLoaded(script);
}
