import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { CAMERA_SCENES } from './camera-page.ts';
import { cameraLink } from './cameras.ts';
import type { DemoCompany } from './company.ts';
import { type FirstFreeIds, FLATS_OF_BUILDING, METROPOLIS } from './metropolis-places.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import { SERVICES } from './services.ts';
import { EARLIER } from './texts/announcements-earlier.ts';
import { RECENT } from './texts/announcements-recent.ts';
import { TROUBLES } from './texts/requests.ts';
import { VOICES } from './texts/voices.ts';

/** Number of rows in the whole metropolis. */
const ROW_COUNTS = { announcements: 3_000, cameras: 2_000, complaints: 5_000, months: 3 } as const;

const FLAT_COUNT = METROPOLIS.houses * FLATS_OF_BUILDING;

/** Inserts residents: every flat has a family with one last name, half of the flats a second member. */
export async function insertMetropolisPeople(trx: Db, base: FirstFreeIds, { calendar }: DemoCompany): Promise<void> {
  const { male, female } = FIRST_NAMES;
  // Phone and chat id are computed as in `people.ts`, but in SQL.
  await sql`insert into users (id, role, phone, status, first_name, last_name, gender, chat_id, created_at,
      updated_at)
    select id, 'resident', '+79000' || lpad((100 + id::bigint * 7919 % 999900)::text, 6, '0'),
      case when mix % 10 < 8 then 'active' when mix % 100 < 97 then 'created' else 'suspended' end,
      case when man then (${[...male]}::text[])[1 + mix % ${male.length}::int]
        else (${[...female]}::text[])[1 + mix % ${female.length}::int] end,
      (${[...LAST_NAMES]}::text[])[1 + flat * 31 % ${LAST_NAMES.length}::int] || case when man then '' else 'а' end,
      case when man then 'male' else 'female' end,
      'usr' || rtrim(translate(encode(substring(sha256(convert_to('chat ' || id, 'UTF8')) from 1 for 8), 'base64'),
        '+/', '-_'), '='),
      ${calendar.now}::timestamptz - make_interval(days => 30 + mix % 900),
      ${calendar.now}::timestamptz - make_interval(days => 30 + mix % 900)
    from (select ${base.users}::int + k as id, k % ${FLAT_COUNT}::int as flat, (k * 7919::bigint % 10007)::int as mix,
      k * 7919::bigint % 10007 % 2 = 0 as man from generate_series(0, ${METROPOLIS.residents}::int - 1) k) person`.execute(
    trx,
  );
  await sql`insert into residents_units (user_id, unit_id)
    select ${base.users}::int + k, ${base.units}::int + k % ${FLAT_COUNT}::int
    from generate_series(0, ${METROPOLIS.residents}::int - 1) k`.execute(trx);
}

/** Grants access to the metropolis to staff who have access to the whole town. */
export async function grantMetropolisAccess(trx: Db, base: FirstFreeIds): Promise<void> {
  await sql`insert into user_porches (user_id, porch_id)
    select holder.user_id, porch.id
    from (select user_id from user_porches group by user_id having count(*) = ${base.porches}::int - 1) holder
    cross join porches porch where porch.id >= ${base.porches}::int`.execute(trx);
}

/** Inserts requests of a year, each by a resident of the building, with the history of those that were started. */
export async function insertMetropolisRequests(
  trx: Db,
  base: FirstFreeIds,
  { calendar, people }: DemoCompany,
): Promise<void> {
  const services = SERVICES.flatMap(({ name }, index) => TROUBLES[name].map(({ text }) => ({ id: index + 1, text })));
  const performers = people.staff.flatMap(({ id, member, status }) =>
    member?.levels.tasks === 'performer' && status === 'active' ? [id] : [],
  );
  const { rows } = await sql<{ tasks: number }>`select coalesce(max(id), 0) + 1 as tasks from tasks`.execute(trx);
  const firstId = rows[0]?.tasks ?? 1;
  await sql`insert into tasks (id, stage, resolution, resolution_description, board_order, service_id, description,
      building_id, target_type, creator_id, performer_id, created_at, updated_at)
    select ${firstId}::int + k, stage, case when stage = 'done' then case when k % 9 = 0 then 'canceled' else 'resolved' end end,
      case when stage = 'done' and k % 9 = 0 then 'Повторная заявка, работаем по первой.' end,
      1000 + row_number() over (partition by stage order by k),
      (${services.map(({ id }) => id)}::int[])[text_place], (${services.map(({ text }) => text)}::text[])[text_place],
      ${base.buildings}::int + flat / ${FLATS_OF_BUILDING}::int, 'porches', ${base.users}::int + flat,
      case when stage <> 'created' then (${performers}::int[])[1 + k % ${performers.length}::int] end, at, at
    from (select k, 1 + k % ${services.length}::int as text_place, (k * 7919::bigint % ${FLAT_COUNT}::int)::int as flat,
        case when k % 25 < 2 then 'created' when k % 25 < 5 then 'in_progress' else 'done' end as stage,
        ${calendar.now}::timestamptz - make_interval(mins => 30 + k * 10) as at
      from generate_series(0, ${METROPOLIS.requests}::int - 1) k) request`.execute(trx);
  await sql`insert into task_places (task_id, porch_id)
    select task.id, unit.porch_id from tasks task
    join residents_units home on home.user_id = task.creator_id join units unit on unit.id = home.unit_id
    where task.id >= ${firstId}::int`.execute(trx);
  await sql`insert into task_history (task_id, type, at, user_id, new_performer_id, field_name, new_value)
    select id, entry.type, created_at + entry.delay, case when entry.place = 0 then creator_id else 3 end,
      case when entry.type = 'performer_change' then performer_id end, entry.field,
      case entry.place when 0 then 'created' when 2 then 'in_progress' when 3 then resolution end
    from tasks cross join (values (0, 'field_change', interval '0', 'stage'), (1, 'performer_change', interval '12 minutes', null),
      (2, 'field_change', interval '12 minutes', 'stage'), (3, 'field_change', interval '25 minutes', 'resolution'))
      entry (place, type, delay, field)
    where id >= ${firstId}::int and entry.place <= case stage when 'created' then 0 when 'in_progress' then 2 else 3 end`.execute(
    trx,
  );
}

/** Inserts announcements for single buildings, cameras, complaints, and readings of the last months. */
export async function insertMetropolisActivity(
  trx: Db,
  base: FirstFreeIds,
  { calendar, baseUrl }: DemoCompany,
): Promise<void> {
  const texts = [...RECENT, ...EARLIER];
  const { houses: buildings, porches } = METROPOLIS;
  await sql`with published as (
      insert into news (title, description, type, author_id, created_at, edited_at)
      select (${texts.map(({ title }) => title)}::text[])[place], (${texts.map(({ text }) => text)}::text[])[place],
        (${texts.map(({ type }) => type)}::text[])[place], 1, at, at
      from (select 1 + k % ${texts.length}::int as place, ${calendar.now}::timestamptz - make_interval(mins => 150 * (k + 1)) as at
        from generate_series(0, ${ROW_COUNTS.announcements}::int - 1) k) announcement
      returning id)
    insert into news_targets (news_id, kind, building_id)
    select id, 'building', ${base.buildings}::int + id % ${buildings}::int from published`.execute(trx);
  const links = CAMERA_SCENES.map((scene) => cameraLink(baseUrl, scene));
  await sql`with installed as (
      insert into cameras (name, link, created_at)
      select 'Камера ' || (k + 1), (${links}::text[])[1 + k % ${links.length}::int], ${calendar.now}::timestamptz
      from generate_series(0, ${ROW_COUNTS.cameras}::int - 1) k returning id)
    insert into camera_buildings (camera_id, building_id)
    select id, ${base.buildings}::int + id % ${buildings}::int from installed`.execute(trx);
  const voices = Object.entries(VOICES).flatMap(([type, list]) => list.map((text) => ({ type, text })));
  await sql`insert into complaints (type, creator_id, building_id, porch_id, description, created_at)
    select (${voices.map(({ type }) => type)}::text[])[1 + k % ${voices.length}::int], ${base.users}::int + flat,
      ${base.buildings}::int + flat / ${FLATS_OF_BUILDING}::int, ${base.porches}::int + flat / ${FLATS_OF_BUILDING / porches}::int,
      (${voices.map(({ text }) => text)}::text[])[1 + k % ${voices.length}::int],
      ${calendar.now}::timestamptz - make_interval(mins => 90 * (k + 1))
    from (select k, (k * 7919::bigint % ${FLAT_COUNT}::int)::int as flat from generate_series(0, ${ROW_COUNTS.complaints}::int - 1) k) voice`.execute(
    trx,
  );
  for (let ago = ROW_COUNTS.months - 1; ago >= 0; ago -= 1) {
    const sentAt = new Date(Math.min(calendar.monthDay(ago, 16, '09:00').getTime(), calendar.now.getTime()));
    await sql`insert into readings (unit_id, month, sender_type, sender_id, at, water_cold, water_hot, elec_day, elec_night)
      select ${base.units}::int + u, ${calendar.month(ago)}::int, case when u % 5 = 0 then 'meter' else 'resident' end,
        case when u % 5 = 0 then null else ${base.users}::int + u end, ${sentAt}::timestamptz,
        900 + u % 700 - ${ago * 8}::int, 600 + u % 500 - ${ago * 5}::int, 18000 + u % 9000 - ${ago * 180}::int,
        8000 + u % 5000 - ${ago * 80}::int
      from generate_series(0, ${FLAT_COUNT}::int - 1) u where (u + ${ago}::int) % 7 > 0`.execute(trx);
  }
}
