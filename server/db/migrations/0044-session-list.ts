import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Sessions can be told apart by their owner; when the password was typed again in one. */
export const sessionList: Migration = {
  up: (db) =>
    run(db, [
      `alter table tokens
         add column address text,
         add column agent text,
         add column confirmed_at timestamptz`,
    ]),
};
