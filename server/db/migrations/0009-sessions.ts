import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Links rows to a session, so that they are deleted with it: socket tickets, devices, codes of a password change. Notifications
 * get their entrances and the time they were pushed to the cloud. Rate-limited attempts are counted in the database, because a
 * process may die and several processes share a limit.
 */
export const sessions: Migration = {
  up: (db) =>
    run(db, [
      `alter table tokens add column parent_id integer references tokens on delete cascade`,
      `create index tokens_parent on tokens (parent_id) where parent_id is not null`,
      `alter table sms_codes add column token_id integer references tokens on delete set null`,
      `alter table sms_codes add column spent_at timestamptz`,
      `create index sms_codes_token on sms_codes (token_id) where token_id is not null`,
      `create index sms_codes_created on sms_codes (created_at)`,
      `alter table devices add column token_id integer references tokens on delete cascade`,
      `create index devices_token on devices (token_id) where token_id is not null`,
      `alter table notifications add column porch_ids integer[]`,
      `alter table notifications add column pushed_at timestamptz`,
      `create table attempts (
         name text primary key,
         count integer not null check (count > 0),
         since timestamptz not null
       )`,
      `create index attempts_since on attempts (since)`,
    ]),
};
