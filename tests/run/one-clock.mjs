import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'server', 'resources', 'i18n'];

/** Asks the machine what time it is. */
const ASKS = /\bnew Date(?:\(\)|(?![\w$]|\s*\())|\bDate\.now\b|(?<!\bnew )\bDate\(\)/;
/** Lines that ask: a check that does not find them is broken. */
const KNOWN = ['const at = new Date();', 'const ms = Date.now();', 'const clock = Date.now;', 'const text = Date();'];
/** The files that may: the clock itself, and one that runs without TypeScript and names a file by it. */
const MAY_ASK = new Set(['resources/clock.ts', 'server/db/pglite-worker.mjs']);

/** Takes the clock past the context of the server. */
const PAST_CONTEXT = /from '(?:#resources|[./]+)\/clock\.ts'/;
/** The files of the server that may: where a context is made, what runs without one, and marks that decide nothing. */
const HAVE_NO_CONTEXT = new Set([
  'server/admin/main.ts',
  'server/app.ts',
  'server/backup/main.ts',
  'server/chat/replies.ts',
  'server/db/data-folder-lock.ts',
  'server/prepare.ts',
  'server/serve.ts',
  'server/staging/check.ts',
  'server/start-message.ts',
]);

const sources = () =>
  FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|tsx)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

/**
 * Looks for code that takes the time from anywhere but `resources/clock.ts` or, in the server, its context.
 * @returns {string[]} one line each: file, line, what is wrong
 * @throws when the check itself finds nothing where there is something
 */
export function otherClocks() {
  const missed = KNOWN.filter((line) => !ASKS.test(line));
  if (missed.length) throw new Error(`The check of clocks does not find: ${missed.join(' ')}`);
  const rules = [
    { found: ASKS, isAllowed: (file) => MAY_ASK.has(file), what: 'take the time from resources/clock.ts' },
    {
      found: PAST_CONTEXT,
      isAllowed: (file) => !file.startsWith('server/') || HAVE_NO_CONTEXT.has(file),
      what: 'take `now` of the context',
    },
  ];
  return sources().flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    return rules
      .filter(({ isAllowed }) => !isAllowed(file))
      .flatMap(({ found, what }) =>
        lines.flatMap((line, at) => (found.test(line) ? [`${file}:${at + 1}: ${what}`] : [])),
      );
  });
}
