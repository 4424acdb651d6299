import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Drops indexes on the whole table of records that no query uses any more, because each section has its own, also by building
 * (`server/records/indexes.ts`). The index for cleaning up deleted records is created first, because dropping an index locks the
 * table even for reads until the transaction ends.
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
