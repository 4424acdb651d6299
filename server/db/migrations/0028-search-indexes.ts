import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Complexes by a part of their name, buildings by their exact number however it is spaced: what the search had read whole. */
export const searchIndexes: Migration = {
  up: (db) =>
    run(db, [
      `create index complexes_search on complexes using gin (fold(name) gin_trgm_ops)`,
      `create index buildings_number on buildings (replace(fold(number), ' ', ''))`,
    ]),
};
