import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Employees: a version to detect simultaneous edits, the values to restore while a deletion can be undone, and `view` tokens for
 * viewing the console as another person, whose parent is the viewer's session.
 */
export const employees: Migration = {
  up: (db) =>
    run(db, [
      `alter table users add column rights_version integer not null default 1`,
      `create table employee_deletions (
         user_id integer primary key references users on delete cascade,
         phone text not null,
         status text not null check (status in ('active', 'created', 'suspended')),
         deleted_by integer references users on delete set null,
         deleted_at timestamptz not null
       )`,
      `create index employee_deletions_at on employee_deletions (deleted_at)`,
      `alter table tokens drop constraint tokens_purpose_check`,
      `alter table tokens add constraint tokens_purpose_check
         check (purpose in ('session', 'activation', 'recovery', 'socket', 'view'))`,
    ]),
};
