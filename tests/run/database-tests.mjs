import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['tests/server', 'tests/support/server'];

/**
 * The files that decide by TEST_DATABASE_URL which database they stand on. Whatever test reaches one of them through its
 * imports is run on PostgreSQL too; all others never look at it, so that a second run would be the first one again.
 * @returns {string[]} paths for jest's `--findRelatedTests`
 */
export function databaseFiles() {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))).filter(
    (file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes('process.env.TEST_DATABASE_URL'),
  );
  if (files.length === 0) throw new Error('No test asks for PostgreSQL any more');
  return files;
}
