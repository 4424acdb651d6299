import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Time when the personal data of a person were erased; the row stays, because histories refer to it. */
export const erasedPeople: Migration = {
  up: (db) =>
    run(db, [
      `alter table users add column erased_at timestamptz`,
      `alter table users add check (erased_at is null or status = 'deleted')`,
    ]),
};
