import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listedItems } from './coverage-items.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'server', 'resources', 'i18n', 'tests', 'docs'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const READ = /\.(?:[cm]?[jt]s|tsx|css|md)$/;
/** What tests and the bench write beside themselves. */
const WRITTEN = /^tests\/artifacts\//;

const DECISION = /(?<![\w-])G-\d{2}(?!\d)/g;
const LINK = /\]\(([^()\s]+)\)/g;
const PAGE_NAME = /(?<![\w/.:-])[\w./-]*[\w-]\.md\b/g;
/** A file of code named with its folder. */
const CODE_PATH = /(?<![\w./:@#$*{-])[\w-][\w.-]*(?:\/[\w.-]+)+\.(?:[cm]?ts|tsx|mjs|css)\b(?![\w$*{])/g;
/** A part of a page: `embedded.md "Promises"`, `chat-protocol.md A8`. */
const PART = /([\w-]+\.md),? (?:"([^"]+)"|([AB]\d{1,2})\b)/g;
/** Chapters of documents that are not in the repository; their requirements have ids. */
const CHAPTER = /(?<![\w-])(?:[AB]|DESIGN )§ ?\d+(?:\.\d+)*/g;
/** The part of a line of code that is a comment. */
const COMMENT = /(?:^\s*\*|^\s*\/?\*\*?|(?:^|\s)\/\/|\/\*)\s.*$/;

/** Lines that cite what is not there, by the file they stand in: a check that does not find them is broken. */
const DEAD = [
  ['src/a.ts', `(NEWS-${99})`],
  ['src/a.ts', `// NEWS-60…${99}`],
  ['src/a.ts', `(G-${99})`],
  ['src/a.ts', ` * What is agreed on (${'nowhere'}.md A6).`],
  ['src/a.ts', `// chat-protocol.md A${99}`],
  ['src/a.ts', `// embedded.md "${'nowhere'} to be read"`],
  ['src/a.ts', `(${'B'}§2.4, ${'DESIGN'} §9)`],
  ['src/a.ts', `// Taken up by ${'nowhere'}/http.ts.`],
  ['docs/a.md', `${'nowhere'}.md`],
  ['docs/a.md', `[page](${'nowhere'}.png)`],
  ['docs/a.md', `[part](architecture.md#${'nowhere'})`],
];

const text = (file) => readFileSync(join(ROOT, file), 'utf8');

const sources = () => [
  ...PAGES,
  ...FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !WRITTEN.test(file)),
];

/** Finds ids and ranges of the areas that the specification has: `NEWS-07`, `NEWS-19…22`, `NEWS-19…NEWS-22`. */
function itemPattern(items) {
  const areas = [...new Set(items.map((item) => item.split('-')[0]))].join('|');
  return new RegExp(`(?<![\\w-])(${areas})-(\\d{2})(?:…(?:(?:${areas})-)?(\\d{2}))?(?![\\d-])`, 'g');
}

function itemsOf([, area, from, to = from]) {
  const [first, last] = [Number(from), Number(to)];
  if (last < first) return [`${area}-${from}…${to}`];
  return Array.from({ length: last - first + 1 }, (_, at) => `${area}-${String(first + at).padStart(2, '0')}`);
}

/** The anchor of a heading, as GitHub and its like make it. */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchors = (file) => new Set([...text(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading)));

/** Whether a link of a page leads to something. */
function leadsSomewhere(page, target) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return true;
  const [path, part] = target.split('#');
  const file = path ? join(dirname(page), decodeURI(path)) : page;
  if (!existsSync(join(ROOT, file))) return false;
  return !part || !file.endsWith('.md') || anchors(file).has(decodeURI(part));
}

/**
 * Looks for what is cited and is not there: requirements and decisions of `docs/specification`, pages, their parts and files of code named in documents
 * and comments, relative links of documents.
 * @returns {string[]} one line each: file, line, what is missing
 * @throws when the specification cannot be read or has an id twice, or when the check finds nothing where there is something
 */
export function deadReferences() {
  const items = listedItems();
  const decisions = text('docs/specification/decisions.md').matchAll(/^- \*\*(G-\d{2})\*\* \S/gm);
  const known = new Set([...items, ...[...decisions].map(([, id]) => id)]);
  const files = sources();
  const pages = new Set(files.filter((file) => file.endsWith('.md')).map((file) => basename(file)));
  if (!items.length)
    throw new Error('The specification has no items: its index or its pages are written in another way');
  const twice = items.filter((item, at) => items.indexOf(item) !== at);
  if (twice.length) throw new Error(`The specification has these more than once: ${twice.join(' ')}`);
  const pattern = itemPattern(items);

  const missingIds = (line) =>
    [...[...line.matchAll(pattern)].flatMap(itemsOf), ...(line.match(DECISION) ?? [])].filter((id) => !known.has(id));
  const isPageThere = (file, name) =>
    name.includes('/')
      ? ['', 'docs', dirname(file)].some((base) => existsSync(join(ROOT, base, name)))
      : pages.has(name);
  const missingPages = (file, words) => (words.match(PAGE_NAME) ?? []).filter((name) => !isPageThere(file, name));
  const missingCode = (file, words) =>
    (words.match(CODE_PATH) ?? []).filter(
      (name) => !['', dirname(file)].some((base) => existsSync(join(ROOT, base, name))),
    );
  const missingParts = (words) =>
    [...words.matchAll(PART)].flatMap(([cited, name, title, number]) => {
      const found = files.filter((file) => basename(file) === name).map(text);
      const isThere = (page) => (title ? page.includes(title) : page.includes(`\n## ${number}. `));
      return found.length && !found.some(isThere) ? [cited] : [];
    });
  const missingLinks = (file, line) =>
    [...line.matchAll(LINK)].map(([, target]) => target).filter((target) => !leadsSomewhere(file, target));

  const missing = (file, line) => {
    const isPage = file.endsWith('.md');
    const words = isPage ? line : (COMMENT.exec(line)?.[0] ?? '');
    return [
      ...missingIds(line),
      ...(line.match(CHAPTER) ?? []),
      ...missingPages(file, words),
      ...missingCode(file, words),
      ...missingParts(words),
      ...(isPage ? missingLinks(file, line) : []),
    ];
  };
  const missed = DEAD.filter(([file, line]) => !missing(file, line).length);
  if (missed.length)
    throw new Error(`The check of references does not find: ${missed.map(([, line]) => line).join(' ')}`);
  return files.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, at) => missing(file, line).map((what) => `${file}:${at + 1}: there is no ${what}`)),
  );
}
