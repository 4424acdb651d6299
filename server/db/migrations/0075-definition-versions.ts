import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Versions of the texts of definition files, counted from 1 for each file. `digest`: of the text (SHA-256). A removed version holds what the
 * file said last. `by_console`: the file has been written through the console, in this version or an earlier one, so that every process
 * keeps it in its folder. `changed_by` is null for a change by hand.
 */
export const definitionVersions: Migration = {
  up: (db) =>
    run(db, [
      `create table definition_versions (
        file text not null,
        version integer not null,
        text text not null,
        digest text not null,
        removed boolean not null default false,
        by_console boolean not null default false,
        changed_by integer references users,
        changed_at timestamptz not null default now(),
        primary key (file, version)
      )`,
      'create index definition_versions_person on definition_versions (changed_by)',
    ]),
};
