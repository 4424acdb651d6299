import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Indexes of complexes by part of the name and of buildings by exact number ignoring blanks; these searches used to scan the
 * tables.
 */
export const searchIndexes: Migration = {
  up: (db) =>
    run(db, [
      `create index complexes_search on complexes using gin (fold(name) gin_trgm_ops)`,
      `create index buildings_number on buildings (replace(fold(number), ' ', ''))`,
    ]),
};
