import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Among the first lines of such a file; after the colon stands why. */
const ON_POSTGRES = /^\/\/ Runs on PostgreSQL too: \S/;
const FIRST = /^\/\/ Runs first: \S/;
const IN_ALL_ALONE = /^\/\/ Runs in test:all alone: \S/;
/** Lines of a file that may hold marks. */
const HEAD = 3;

/** @returns {string[]} paths from the project's folder of the test files under `folder` that have the mark */
function marked(folder, mark) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.test\.tsx?$/.test(name));
  return names
    .map((name) => join(folder, name))
    .filter((file) => {
      const head = readFileSync(file, 'utf8').split('\n', HEAD);
      return head.some((line) => mark.test(line));
    })
    .sort();
}

/**
 * Test files that are run on PostgreSQL: those about SQL, locks, plans, kills and listeners. `npm run test:all`, and `npm test` on a
 * machine without PostgreSQL, run them on the embedded database as well. All others would repeat what that one has shown.
 * @returns {string[]} paths from the project's folder
 */
export function databaseFiles() {
  const files = ['tests/server', 'tests/access'].flatMap((folder) => marked(folder, ON_POSTGRES));
  if (files.length === 0) throw new Error('No test asks for PostgreSQL any more');
  return files;
}

/**
 * Test files that `npm test` leaves to `npm run test:all`: they take long for what they guard, and its first signs show in others.
 * @returns {string[]} paths from the project's folder
 */
export const filesOfAllAlone = () => marked('tests', IN_ALL_ALONE);

/**
 * Test files that take so long that two cores would wait for them at the end of a step.
 * @returns {string[]} paths from the project's folder
 */
export const filesToRunFirst = () => marked('tests', FIRST);
