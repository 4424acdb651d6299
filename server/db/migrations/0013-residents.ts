import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Search by parts of a label: a number matches only as a whole, so «48» finds 48 and 48А but not 148. Residents: values to
 * restore while a deletion can be undone, and the status of an account before its suspension.
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
      // Searches for whole floors and risers of a town need all search columns of a unit in the index.
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
