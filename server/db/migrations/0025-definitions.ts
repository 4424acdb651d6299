import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Active definitions, so that a changed one can be checked against stored records; keys of imported records. */
export const definitions: Migration = {
  up: (db) =>
    run(db, [
      `create table definitions (
         name text primary key,
         version text not null,
         definition jsonb not null,
         applied_at timestamptz not null default now()
       )`,
      `alter table records add column import_key text`,
      `create unique index records_import on records (resource, import_key) where import_key is not null`,
    ]),
};
