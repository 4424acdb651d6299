import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Copies the search terms of a unit into the unit itself: the numbers of its floor and entrance and the words of its riser,
 * maintained by triggers. A whole floor of a town is then one range of an index instead of a look-up per entrance. Adds an index
 * of residents by phone.
 */
export const searchTerms: Migration = {
  up: (db) =>
    run(db, [
      `alter table units add column floor_number integer not null default 0`,
      `alter table units add column porch_number integer not null default 0`,
      `alter table units add column pipe_words text[] not null default '{}'`,
      `update units set floor_number = floors.number, porch_number = porches.number,
         pipe_words = coalesce((select words from pipes where pipes.id = units.pipe_id), '{}')
       from floors, porches where floors.id = units.floor_id and porches.id = units.porch_id`,
      `create function place_unit() returns trigger language plpgsql as $$
       begin
         new.floor_number := coalesce((select number from floors where id = new.floor_id), 0);
         new.porch_number := coalesce((select number from porches where id = new.porch_id), 0);
         new.pipe_words := coalesce((select words from pipes where id = new.pipe_id), '{}');
         return new;
       end $$`,
      `create trigger units_placed before insert or update of floor_id, porch_id, pipe_id on units
         for each row execute function place_unit()`,
      ...PLACES.flatMap(({ table, column, key, told: assignment }) => [
        `create function renumber_${table}() returns trigger language plpgsql as $$
         begin
           update units set ${assignment} where ${key} = new.id;
           return null;
         end $$`,
        `create trigger ${table}_renumbered after update of ${column} on ${table}
           for each row when (old.${column} is distinct from new.${column}) execute function renumber_${table}()`,
      ]),
      `create index units_floor_number on units (floor_number, porch_id) include (id, building_id, pipe_id)`,
      `create index units_porch_number on units (porch_number, porch_id) include (id, building_id, floor_number)`,
      // Whole floors and risers are no longer searched by their ids.
      `drop index units_floor`,
      `create index units_floor on units (floor_id)`,
      `drop index units_pipe`,
      `create index units_pipe on units (pipe_id)`,
      `create index units_pipe_words on units using gin (pipe_words)`,
      `create index users_residents_phone on users (phone) include (id) where role = 'resident' and status <> 'deleted'`,
    ]),
};

/** Columns of a unit that copy values of its places, and when they are updated. */
const PLACES = [
  { table: 'floors', column: 'number', key: 'floor_id', told: 'floor_number = new.number' },
  { table: 'porches', column: 'number', key: 'porch_id', told: 'porch_number = new.number' },
  { table: 'pipes', column: 'name', key: 'pipe_id', told: 'pipe_words = new.words' },
] as const;
