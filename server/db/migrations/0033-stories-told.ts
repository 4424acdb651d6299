import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Stories are written directly into the tables, because the specification has no request for it. A new story is announced to
 * those who may see it when it is committed (NOTIF-01), as `publishNotification` does for our own writes. The trigger is deferred
 * to the end of the transaction, because the story's buildings are written after it. Old stories that are copied in keep their
 * date and are not announced.
 */
export const storiesTold: Migration = {
  up: (db) =>
    run(db, [
      `create function tell_story() returns trigger language plpgsql as $$
       declare
         houses integer[];
         told integer;
       begin
         select array_agg(building_id order by building_id) into houses from booklet_buildings where booklet_id = new.id;
         if houses is null then return null; end if;
         insert into notifications (type, subtype, message, ref, sent_by, sender_id, section, building_ids)
         values ('booklet', new.subtype, left(btrim(regexp_replace(new.title, '\\s+', ' ', 'g')), 300), new.id,
           coalesce((select first_name || ' ' || last_name from users where id = new.author_id), 'Управляющая компания'),
           new.author_id, 'news', houses)
         returning id into told;
         perform pg_notify('upravdom_bus', gen_random_uuid() || ' 0 1 ' ||
           json_build_array('notification', json_build_object('id', told)));
         return null;
       end $$`,
      `create constraint trigger booklets_told after insert on booklets deferrable initially deferred for each row
         when (new.created_at between now() - interval '1 hour' and now() + interval '1 minute')
         execute function tell_story()`,
    ]),
};
