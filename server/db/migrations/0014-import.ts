import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Submissions of imports with their answers, so that a repeated one creates nothing twice; and residents whose invitation has not
 * been sent yet, because a list of thousands is answered long before the gateway has taken the last message.
 */
export const importRuns: Migration = {
  up: (db) =>
    run(db, [
      `create table import_runs (
         user_id integer not null references users on delete cascade,
         key text not null,
         body text not null check (body ~ '^[0-9a-f]{64}$'),
         answer jsonb,
         created_at timestamptz not null default now(),
         primary key (user_id, key)
       )`,
      `create index import_runs_age on import_runs (created_at)`,
      `create table invitations (
         user_id integer primary key references users on delete cascade,
         due_at timestamptz not null,
         tries smallint not null default 0 check (tries >= 0)
       )`,
      `create index invitations_due on invitations (due_at, user_id)`,
    ]),
};
