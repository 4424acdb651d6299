import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The last number assigned by each auto-number field in each year. */
export const recordNumbers: Migration = {
  up: (db) =>
    run(db, [
      `create table record_numbers (
        resource text not null,
        field text not null,
        year integer not null,
        last integer not null,
        primary key (resource, field, year)
      )`,
    ]),
};
