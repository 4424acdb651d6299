import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A file over this many lines has more than one subject. */
const LONGEST = 500;
/** Folders called by what they are not: nobody knows what belongs into them. */
const NAMELESS = ['utils', 'helpers', 'common', 'shared', 'lib'];
/** Where SQL stands, as in `sql-has-its-rooms` of the import rules: queries files, and what is about tables. */
const SQL_PLACES = /^server\/(db|records|demo|access|files)\/|(^|[/-])queries\.ts$/;

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
