import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Deadlines, versions of the board, search in descriptions, and the state to which the last move can be undone.
 *
 * `version` comes from one sequence used under the lock of the board, so whoever has seen a version has seen all earlier ones.
 */
export const taskBoard: Migration = {
  up: (db) =>
    run(db, [
      `create sequence task_versions as bigint`,
      `alter table tasks
         add column deadline timestamptz,
         add column version bigint not null default nextval('task_versions'),
         add column search text collate "C" not null generated always as (fold(description)) stored`,
      `create index tasks_version on tasks (version)`,
      `create index tasks_search on tasks using gin (search gin_trgm_ops)`,
      `create table task_moves (
         task_id integer primary key references tasks on delete cascade,
         user_id integer not null references users,
         at timestamptz not null,
         stage text not null,
         board_order double precision not null,
         performer_id integer references users,
         resolution text,
         resolution_description text
       )`,
      `create index task_moves_user on task_moves (user_id)`,
      `create index task_moves_performer on task_moves (performer_id)`,
    ]),
};
