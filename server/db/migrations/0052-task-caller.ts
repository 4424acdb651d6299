import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The resident whose complaint or message a request was created from. */
export const taskCaller: Migration = {
  up: (db) =>
    run(db, [
      `alter table tasks add column caller_id integer references users on delete set null`,
      `create index tasks_caller on tasks (caller_id) where caller_id is not null`,
    ]),
};
