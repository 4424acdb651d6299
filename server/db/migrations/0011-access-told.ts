import type { Migration } from 'kysely';
import { run } from './run.ts';

/** A statement that changes more people than this makes everybody reconnect, because a bus message must be under 8000 bytes. */
const NAMED_MOST = 200;

/**
 * Publishes every change of levels, entrances, status or role on the bus when it commits: topic `access-changed` of
 * `server/live/topics.ts`, in the format that `server/live/bus.ts` reads. One message per statement.
 */
export const accessTold: Migration = {
  up: (db) =>
    run(db, [
      `create function tell_access_changed(people integer[]) returns void language plpgsql as $$
       begin
         if people is null then return; end if;
         perform pg_notify('upravdom_bus', gen_random_uuid() || ' 0 1 ' || json_build_array('access-changed',
           json_build_object('users', case when cardinality(people) <= ${NAMED_MOST} then people end)));
       end $$`,
      `create function rights_written() returns trigger language plpgsql as $$
       declare people integer[];
       begin
         if tg_op = 'INSERT' then
           select array_agg(distinct user_id) into people from new_rows;
         elsif tg_op = 'DELETE' then
           select array_agg(distinct user_id) into people from old_rows;
         else
           select array_agg(distinct user_id) into people from (
             (table old_rows except table new_rows) union all (table new_rows except table old_rows)
           ) as changed;
         end if;
         perform tell_access_changed(people);
         return null;
       end $$`,
      `create function account_written() returns trigger language plpgsql as $$
       declare people integer[];
       begin
         if tg_op = 'DELETE' then
           select array_agg(id) into people from old_rows;
         else
           select array_agg(id) into people from old_rows join new_rows using (id)
           where (old_rows.status, old_rows.role) is distinct from (new_rows.status, new_rows.role);
         end if;
         perform tell_access_changed(people);
         return null;
       end $$`,
      ...['levels', 'user_porches'].flatMap((table) => [
        trigger(table, 'insert', 'rights_written'),
        trigger(table, 'update', 'rights_written'),
        trigger(table, 'delete', 'rights_written'),
      ]),
      trigger('users', 'update', 'account_written'),
      trigger('users', 'delete', 'account_written'),
    ]),
};

const ROWS = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
} as const;

function trigger(table: string, event: keyof typeof ROWS, run: string): string {
  return `create trigger ${table}_${event}_told after ${event} on ${table}
    referencing ${ROWS[event]} for each statement execute function ${run}()`;
}
