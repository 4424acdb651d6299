import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What is looked at: all code that sees input. */
const FOLDERS = ['src', 'server', 'resources', 'i18n'];

/** Expressions that once held the server for seconds: a check that does not find them is broken. */
const SLOW = [
  'export const comments = /^(<!--[\\s\\S]*?-->\\s*)*<svg/i;',
  'export const name = /[. ]+$/;',
  'export const number = /^\\d+\\s*e\\s*\\+?\\s*\\d+$/;',
];

/** A regular expression may begin here; parsing only these files takes a third of the time. */
const EXPRESSION = /(?:^|[(,=:[!&|?{};+>]|\b(?:return|case|typeof|in|of))\s*\/(?![/*>])|RegExp\(/m;

const files = () =>
  FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => EXPRESSION.test(readFileSync(path, 'utf8')));

const eslint = () => new ESLint({ cwd: ROOT, overrideConfigFile: 'tests/eslint.config.mjs' });

/** A message of one line: the rules quote whole sets of letters. */
const LONGEST = 300;

/**
 * Looks for regular expressions that take more than linear time.
 * @returns {Promise<string[]>} one line each: file, line, what is wrong
 * @throws when the check itself finds nothing where there is something
 */
export async function slowRegexes() {
  const linter = eslint();
  const known = await Promise.all(SLOW.map((text) => linter.lintText(text, { filePath: 'server/known.ts' })));
  const missed = SLOW.filter((_, at) => known[at].every(({ messages }) => messages.length === 0));
  if (missed.length) throw new Error(`The check of regular expressions does not find: ${missed.join(' ')}`);
  const results = await linter.lintFiles(files());
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${filePath.slice(ROOT.length)}:${line}: ${message.slice(0, LONGEST)}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await slowRegexes();
  for (const line of found) console.error(line);
  console.log(`${found.length} regular expressions take more than linear time`);
  process.exitCode = found.length ? 1 : 0;
}
