import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Search by parts of a label: a number in it stands for itself and not for a part of a longer one, so «48» finds 48 and 48А
 * and not 148. Residents: what a deletion takes away, until it can no longer be taken back, and what an account was before
 * it was blocked.
 */
export const residents: Migration = {
  up: (db) =>
    run(db, [
      `create function words_of(value text) returns text[] language sql immutable parallel safe
         return array_remove(string_to_array(
           regexp_replace(fold(value), '([0-9]+)|[^0-9a-zа-я]+', ' \\1 ', 'g'), ' '), '')`,
      `alter table units add column words text[] not null generated always as (words_of(label)) stored`,
      `create index units_words on units using gin (words)`,
      `alter table pipes add column words text[] not null generated always as (words_of(name)) stored`,
      `create index pipes_words on pipes using gin (words)`,
      `create index floors_number on floors (number, id)`,
      `create index porches_number on porches (number, id)`,
      // Whole floors and risers of a town are looked for: what the search asks of a unit stands in the index itself.
      `drop index units_floor`,
      `create index units_floor on units (floor_id) include (id, building_id, porch_id)`,
      `drop index units_pipe`,
      `create index units_pipe on units (pipe_id) include (id, building_id, porch_id)`,
      `create index users_residents on users (search, id) where role = 'resident' and status <> 'deleted'`,
      `alter table users add column suspended_from text check (suspended_from in ('active', 'created'))`,
      `create table resident_deletions (
         user_id integer primary key references users on delete cascade,
         phone text not null,
         status text not null check (status in ('active', 'created', 'suspended')),
         deleted_at timestamptz not null
       )`,
      `create index resident_deletions_at on resident_deletions (deleted_at)`,
    ]),
};
