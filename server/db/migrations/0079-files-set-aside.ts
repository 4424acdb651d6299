import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Files that a change or move removed from a record, kept as long as it can be undone. `field`: wire name of the field. */
export const filesSetAside: Migration = {
  up: (db) =>
    run(db, [
      `create table files_set_aside (
        file_id integer primary key references files (id) on delete cascade,
        record_id integer not null references records (id) on delete cascade,
        field text not null,
        set_aside_at timestamptz not null
      )`,
      'create index files_set_aside_record on files_set_aside (record_id)',
      'create index files_set_aside_due on files_set_aside (set_aside_at)',
    ]),
};
