import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Creating requests with their answers, so that a retry after a lost answer creates nothing. */
export const sentCalls: Migration = {
  up: (db) =>
    run(db, [
      `create table sent_calls (
         user_id integer not null,
         route text not null,
         key text not null,
         body text not null check (body ~ '^[0-9a-f]{64}$'),
         answer jsonb,
         created_at timestamptz not null default now(),
         primary key (user_id, route, key)
       )`,
      `create index sent_calls_age on sent_calls (created_at)`,
    ]),
};
