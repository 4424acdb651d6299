import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['tests/server', 'tests/access'];
/** First line of such a file; after the colon stands why. */
const MARK = /^\/\/ Runs on PostgreSQL too: \S/;

/**
 * Test files that are run a second time, on PostgreSQL: those about SQL, locks, plans, kills and listeners. All others would
 * repeat what the embedded database has shown.
 * @returns {string[]} paths from the project's folder
 */
export function databaseFiles() {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))).filter(
    (file) => file.endsWith('.test.ts') && MARK.test(readFileSync(file, 'utf8')),
  );
  if (files.length === 0) throw new Error('No test asks for PostgreSQL any more');
  return files;
}
