import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Adds the changes that a statement made to units to the counts; ordered by `porch_id`, so that two writers cannot deadlock. */
const change = (parts: string) => `
  insert into porch_flats (porch_id, flats)
  select porch_id, sum(by) from (${parts}) as changed group by porch_id having sum(by) <> 0 order by porch_id
  on conflict (porch_id) do update set flats = porch_flats.flats + excluded.flats;`;
const added = `select porch_id, 1 as by from new_rows where unit_type = 'flat'`;
const removed = `select porch_id, -1 as by from old_rows
  where unit_type = 'flat' and exists (select 1 from porches where porches.id = old_rows.porch_id)`;

/**
 * Number of flats per entrance, maintained with the units, because a page must not count a hundred thousand flats. Also the index
 * for finding flats without readings in a month.
 */
export const readings: Migration = {
  up: (db) =>
    run(db, [
      `create table porch_flats (
         porch_id integer primary key references porches on delete cascade,
         flats integer not null
       )`,
      `insert into porch_flats (porch_id, flats)
         select porch_id, count(*) from units where unit_type = 'flat' group by porch_id`,
      `create function count_flats() returns trigger language plpgsql as $$
       begin
         if tg_op = 'INSERT' then ${change(added)}
         elsif tg_op = 'DELETE' then ${change(removed)}
         else ${change(`${added} union all ${removed}`)}
         end if;
         return null;
       end $$`,
      trigger('insert', 'new table as new_rows'),
      trigger('delete', 'old table as old_rows'),
      trigger('update', 'old table as old_rows new table as new_rows'),
      `create index readings_month on readings (month, unit_id)`,
    ]),
};

function trigger(event: string, tables: string): string {
  return `create trigger units_${event}_counted after ${event} on units
    referencing ${tables} for each statement execute function count_flats()`;
}
