import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Indexes of the whole table of records that no query uses any more go: each section has its own, by buildings too
 * (`server/records/indexes.ts`), and every write kept both. What is deleted is swept by one, which is made first:
 * dropping an index locks the table to its readers too, until all is done.
 */
export const recordIndexes: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists records_deleted on records (resource, deleted_at) where deleted_at is not null`,
      `drop index if exists records_buildings`,
      `drop index if exists records_data`,
      `drop index if exists records_newest`,
    ]),
};
