import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Name of the administrator that a set-up link was issued for. */
export const setUpNames: Migration = {
  up: (db) =>
    run(db, [
      'alter table setup_links add column first_name text',
      'alter table setup_links add column last_name text',
    ]),
};
