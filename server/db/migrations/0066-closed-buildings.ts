import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Buildings that the company no longer services. Access to their entrances is withdrawn from everybody and stored for the case
 * that the building is reopened, so nothing is visible or changed meanwhile, and nothing is lost.
 */
export const closedBuildings: Migration = {
  up: (db) =>
    run(db, [
      `alter table buildings add column closed_at timestamptz`,
      // Submission and row that a building was imported from, so that a repeated submission creates it once.
      `alter table buildings add column import_key text`,
      `create unique index buildings_import_key on buildings (import_key) where import_key is not null`,
      `create index buildings_closed on buildings (closed_at) where closed_at is not null`,
      `create table closed_porches (
         porch_id integer not null references porches on delete cascade,
         user_id integer not null references users on delete cascade,
         primary key (porch_id, user_id)
       )`,
      `create index closed_porches_user on closed_porches (user_id)`,
      // Lets a large import publish once what access it has granted, instead of after each of its transactions.
      `create or replace function tell_access_changed(people integer[]) returns void language plpgsql as $$
       begin
         if people is null or current_setting('upravdom.access_untold', true) = 'on' then return; end if;
         perform pg_notify('upravdom_bus', gen_random_uuid() || ' 0 1 ' || json_build_array('access-changed',
           json_build_object('users', case when cardinality(people) <= 200 then people end)));
       end $$`,
    ]),
};
