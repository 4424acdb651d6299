import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Requests whose place or service was changed: they may have left the sight of a reader. */
export const taskEdits: Migration = {
  up: (db) =>
    run(db, [
      `alter table tasks add column reach_version integer`,
      `create index tasks_reach_version on tasks (reach_version) where reach_version is not null`,
    ]),
};
