import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVERY_KIND } from '#resources/language/every-kind.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A file over this many lines has more than one subject. */
const LONGEST = 500;
/** Folders called by what they are not: nobody knows what belongs into them. */
const NAMELESS = ['utils', 'helpers', 'common', 'shared', 'lib'];
/** Where SQL stands, as in `sql-has-its-rooms` of the import rules: queries files, and what is about tables. */
const SQL_PLACES = /^server\/(db|records|demo|access|files)\/|(^|[/-])queries\.ts$/;

/** Kinds of fields, of the language and of sections: here alone one is told from another by its name. */
const KINDS_THEMSELVES = /^resources\/(language|sections)\/kinds\//;
/** Other things that are called a kind: of pictures, of recipients, of what is searched for, of parts of a message. */
const OTHER_KINDS = [
  'server/files/picture-process.ts',
  'server/files/picture-work.ts',
  'server/sections/import/reading.ts',
  'server/sections/news/recipients.ts',
  'server/sections/search/suggest-queries.ts',
  'src/data/chat/content-tree.ts',
  'src/data/chat/content.ts',
  'src/sections/chats/bubble.tsx',
  'src/sections/residents/suggestion-list.tsx',
];
const KIND = `'(?:${Object.keys(EVERY_KIND).join('|')})'`;
/** A kind looked at by its name: compared, a case of a `switch`, one of a list. */
const NAMED_KIND = new RegExp(
  `\\b[kK]ind\\b\\s*[!=]==?\\s*${KIND}|${KIND}\\s*[!=]==?\\s*[\\w.?]*\\bkind\\b|^\\s*case ${KIND}:|${KIND}\\]\\.includes\\([\\w.?]*\\bkind\\)|<KindName>\\(\\[`,
  'm',
);
/** A kind looked for in a list, a set or a map, which may be of names. */
const SOUGHT_KIND =
  /\.(?:includes|has|get|indexOf)\([\w.?!]*\b(?:field|one)\??\.kind\b|\[[\w.?!]*\b(?:field|one)\??\.kind\]|\bswitch \([\w.?!]*\bkind\)/;
/** The lists that these look in are made by properties of the kinds (`kindsWith`, options of a kind). */
const MADE_LISTS = ['resources/language/generic-problems.ts', 'resources/language/problems.ts'];

interface Entry {
  path: string;
  folder: boolean;
}

/** Everything below the product's own folders. */
const entries: readonly Entry[] = ['src', 'resources', 'i18n', 'server'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true }).map((entry) => ({
    path: relative(ROOT, join(entry.parentPath, entry.name)),
    folder: entry.isDirectory(),
  })),
);
const sources = entries
  .filter(({ path, folder }) => !folder && /\.(ts|tsx|css|mjs)$/.test(path))
  .map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

describe('the structure of the product', () => {
  test('is looked at as a whole', () => {
    expect(sources.length).toBeGreaterThan(300);
  });

  test(`no file is longer than ${LONGEST} lines`, () => {
    const long = sources.map(({ path, text }) => [path, text.trimEnd().split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > LONGEST)).toEqual([]);
  });

  test('every folder is called by its subject', () => {
    const folders = entries.filter(({ folder }) => folder).map(({ path }) => path);
    expect(folders.filter((path) => NAMELESS.includes(basename(path)))).toEqual([]);
  });

  test('queries are written in their places: what imports no library may still build one', () => {
    const outside = sources.filter(
      ({ path, text }) =>
        path.startsWith('server/') &&
        !SQL_PLACES.test(path) &&
        /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(text),
    );
    expect(outside.map(({ path }) => path)).toEqual([]);
  });

  test('the console takes addresses of the server from the protocol', () => {
    const literal = sources.filter(
      ({ path, text }) => path.startsWith('src/') && /^(?!\s*(?:\/?\*|\/\/)).*['`]\/api\//m.test(text),
    );
    expect(literal.map(({ path }) => path)).toEqual([]);
  });

  test('kinds of fields are told apart by their properties, not by their names', () => {
    const others = sources.filter(({ path }) => !KINDS_THEMSELVES.test(path) && !OTHER_KINDS.includes(path));
    expect(others.filter(({ text }) => NAMED_KIND.test(text)).map(({ path }) => path)).toEqual([]);
    const seeking = others.filter(({ text }) => SOUGHT_KIND.test(text)).map(({ path }) => path);
    expect(seeking.sort()).toEqual(MADE_LISTS);
    expect(NAMED_KIND.test("if (field?.kind === 'phone') return;")).toBe(true);
    expect(NAMED_KIND.test("if (field?.kind === 'news:audience') return;")).toBe(true);
    expect(NAMED_KIND.test("['number', 'money'].includes(field.kind)")).toBe(true);
    for (const text of ['NUMBERS.has(field.kind)', 'WIDTHS[field.kind]', 'switch (field.kind) {'])
      expect([text, SOUGHT_KIND.test(text)]).toEqual([text, true]);
  });

  test('no file only passes on what others export', () => {
    const passing = sources.filter(({ path, text }) => {
      if (!/\.tsx?$/.test(path)) return false;
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim();
      return (
        code !== '' && /^(?:export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[^']+';\s*)+$/.test(code)
      );
    });
    expect(passing.map(({ path }) => path)).toEqual([]);
  });
});
