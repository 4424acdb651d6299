import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Whether the first steps of a company were hidden, and whether it hands out links manually without an SMS gateway. */
export const firstSteps: Migration = {
  up: (db) =>
    run(db, [
      'alter table installation add column first_steps_hidden boolean not null default false',
      'alter table installation add column links_by_hand boolean not null default false',
    ]),
};
