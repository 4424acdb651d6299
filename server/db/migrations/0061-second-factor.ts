import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * The second step of signing in: authenticator apps, passkeys, recovery codes, and the levels for which the company requires a
 * second factor.
 */
export const secondFactor: Migration = {
  up: (db) =>
    run(db, [
      `alter table tokens drop constraint tokens_purpose_check`,
      `alter table tokens add constraint tokens_purpose_check check (purpose in
         ('session', 'activation', 'recovery', 'socket', 'view', 'chat', 'chat_pass', 'second_factor', 'enrolment'))`,
      `alter table tokens add column second_factor boolean not null default false`,
      `alter table installation add column second_factor_for text[] not null default '{}'
         check (second_factor_for <@ array['administrator', 'write', 'performer', 'read'])`,
      `create table totp_factors (
         user_id integer primary key references users,
         secret bytea not null,
         last_step integer not null,
         created_at timestamptz not null
       )`,
      `create table passkeys (
         id integer generated always as identity primary key,
         user_id integer not null references users,
         credential_id text not null unique check (char_length(credential_id) between 1 and 1400),
         public_key bytea not null,
         counter bigint not null,
         transports text[] not null,
         name text not null check (char_length(name) between 1 and 60),
         created_at timestamptz not null,
         last_used_at timestamptz
       )`,
      `create index passkeys_user on passkeys (user_id)`,
      `create table recovery_codes (
         user_id integer not null references users,
         hash bytea not null,
         created_at timestamptz not null,
         used_at timestamptz,
         primary key (user_id, hash)
       )`,
      `create table second_factor_challenges (
         token_id integer not null references tokens on delete cascade,
         purpose text not null check (purpose in ('sign-in', 'totp', 'passkey')),
         user_id integer not null references users,
         challenge text,
         secret bytea,
         attempts integer not null default 0,
         expires_at timestamptz not null,
         primary key (token_id, purpose)
       )`,
      `create index second_factor_challenges_user on second_factor_challenges (user_id)`,
    ]),
};
