import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Versions of records are now computed from their content (server/records/record-version.ts), so the stored counters are dropped.
 */
export const recordVersions: Migration = {
  up: (db) =>
    run(db, [
      `alter table news drop column version`,
      `alter table users drop column rights_version`,
      `alter table buildings drop column settings_version`,
    ]),
};
