import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Versions of the texts of definition files, counted from 1 per file. `digest`: SHA-256 of the text. A removed version contains
 * the last text of the file. `by_console`: the file was written through the console, in this or an earlier version, so every
 * process writes it to its folder. `changed_by` is null for a manual change of the file.
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
