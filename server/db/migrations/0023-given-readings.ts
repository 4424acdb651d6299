import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Locks the entrances whose flats are counted, in order, so that two transactions cannot deadlock. */
const lock = (rows: string) => `
  perform 1 from porches where id in (select units.porch_id from units join ${rows} on units.id = ${rows}.unit_id)
    order by id for no key update;`;

/** Flats that had no reading for a month before these rows. */
const FIRST = `
  ${lock('new_rows')}
  insert into porch_given (month, porch_id, flats)
  select came.month, units.porch_id, count(*)
  from (select unit_id, month, count(*) as passes from new_rows group by unit_id, month) as came
  join units on units.id = came.unit_id and units.unit_type = 'flat'
  where came.passes = (select count(*) from readings where readings.unit_id = came.unit_id and readings.month = came.month)
  group by came.month, units.porch_id order by units.porch_id, came.month
  on conflict (month, porch_id) do update set flats = porch_given.flats + excluded.flats;`;

/** Flats that no longer have a reading for a month. For a deleted flat its whole entrance is recounted instead. */
const LAST = `
  ${lock('old_rows')}
  update porch_given set flats = porch_given.flats - gone.flats
  from (
    select went.month, units.porch_id, count(*) as flats
    from (select distinct unit_id, month from old_rows) as went
    join units on units.id = went.unit_id and units.unit_type = 'flat'
    where not exists (select 1 from readings where readings.unit_id = went.unit_id and readings.month = went.month)
    group by went.month, units.porch_id
  ) as gone
  where porch_given.porch_id = gone.porch_id and porch_given.month = gone.month;`;

/** Recounts entrances in which a unit was deleted, moved or changed its type. */
const ANEW = (changed: string) => `
  declare anew integer[] := array(${changed});
  begin
    if cardinality(anew) = 0 then return null; end if;
    perform 1 from porches where id = any(anew) order by id for no key update;
    delete from porch_given where porch_id = any(anew);
    insert into porch_given (month, porch_id, flats)
    select readings.month, units.porch_id, count(distinct readings.unit_id)
    from units join readings on readings.unit_id = units.id
    where units.porch_id = any(anew) and units.unit_type = 'flat'
    group by readings.month, units.porch_id;
    return null;
  end`;

const createTrigger = (table: string, event: 'insert' | 'delete' | 'update', name: string) => {
  const rows = { insert: 'new table as new_rows', delete: 'old table as old_rows' };
  const tables = event === 'update' ? `${rows.delete} ${rows.insert}` : rows[event];
  return `create trigger ${table}_${event}_given after ${event} on ${table}
    referencing ${tables} for each statement execute function ${name}()`;
};

/**
 * Number of flats per entrance with a reading for a month, maintained with the submissions, so that missing flats among a hundred
 * thousand are counted per entrance. A submission never changes its flat or month.
 */
export const givenReadings: Migration = {
  up: (db) =>
    run(db, [
      `create table porch_given (
         month integer not null,
         porch_id integer not null references porches on delete cascade,
         flats integer not null check (flats >= 0),
         primary key (month, porch_id)
       )`,
      `create index porch_given_porch on porch_given (porch_id)`,
      `insert into porch_given (month, porch_id, flats)
         select readings.month, units.porch_id, count(distinct readings.unit_id)
         from units join readings on readings.unit_id = units.id where units.unit_type = 'flat'
         group by readings.month, units.porch_id`,
      `create function readings_come() returns trigger language plpgsql as $$ begin ${FIRST} return null; end $$`,
      `create function readings_go() returns trigger language plpgsql as $$ begin ${LAST} return null; end $$`,
      `create function units_go() returns trigger language plpgsql as $$
         ${ANEW('select distinct porch_id from old_rows')} $$`,
      `create function units_move() returns trigger language plpgsql as $$
         ${ANEW(`select distinct unnest(array[was.porch_id, now.porch_id]) from old_rows was join new_rows now on now.id = was.id
           where (was.porch_id, was.unit_type) is distinct from (now.porch_id, now.unit_type)`)} $$`,
      `create function reading_stays() returns trigger language plpgsql as $$
       begin raise exception 'a submission stays with its flat and its month'; end $$`,
      createTrigger('readings', 'insert', 'readings_come'),
      createTrigger('readings', 'delete', 'readings_go'),
      createTrigger('units', 'delete', 'units_go'),
      createTrigger('units', 'update', 'units_move'),
      `create trigger readings_stay before update of unit_id, month on readings for each row
         when ((old.unit_id, old.month) is distinct from (new.unit_id, new.month)) execute function reading_stays()`,
      // No query uses this index for the flats of a month any more.
      `drop index readings_month`,
    ]),
};
