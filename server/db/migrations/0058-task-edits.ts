import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Version at which the place or service of a request changed, since a reader may have lost access to it. */
export const taskEdits: Migration = {
  up: (db) =>
    run(db, [
      `alter table tasks add column reach_version integer`,
      `create index tasks_reach_version on tasks (reach_version) where reach_version is not null`,
    ]),
};
