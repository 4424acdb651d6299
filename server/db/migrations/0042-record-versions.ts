import type { Migration } from 'kysely';
import { run } from './run.ts';

/** A version is made of what a record holds (server/records/record-version.ts): counters of their own are no longer kept. */
export const recordVersions: Migration = {
  up: (db) =>
    run(db, [
      `alter table news drop column version`,
      `alter table users drop column rights_version`,
      `alter table buildings drop column settings_version`,
    ]),
};
