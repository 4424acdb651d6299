import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Data by which owners recognise their sessions, and when the password was typed again in one. */
export const sessionList: Migration = {
  up: (db) =>
    run(db, [
      `alter table tokens
         add column address text,
         add column agent text,
         add column confirmed_at timestamptz`,
    ]),
};
