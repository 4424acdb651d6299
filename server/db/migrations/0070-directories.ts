import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Services get a position in lists, services and organisations can be closed, and deletions in the company's directories can be
 * undone for a while. Existing services keep their order.
 */
export const directories: Migration = {
  up: (db) =>
    run(db, [
      'alter table services add column place integer check (place > 0)',
      'alter table services add column closed boolean not null default false',
      'update services set place = ranked.place from (select id, row_number() over (order by id) as place from services) as ranked where ranked.id = services.id',
      'alter table companies add column closed boolean not null default false check (not (closed and is_tenant))',
      `create table directory_deletions (
        directory text not null,
        record_id integer not null,
        held jsonb not null,
        deleted_at timestamptz not null,
        primary key (directory, record_id)
      )`,
      'create index directory_deletions_due on directory_deletions (deleted_at)',
    ]),
};
