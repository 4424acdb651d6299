import { type SelectQueryBuilder, sql } from 'kysely';
import { requestPlaceInReach, type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { BoardFilter, ListQuery } from './filters.ts';
import type { ViewerAt } from './viewer.ts';

type PorchRef = { id: number; number: number };
type FloorRef = PorchRef & { porch: number };
type Tasks<Row> = SelectQueryBuilder<Tables, 'tasks', Row>;

const entrancesOfRequest = sql<PorchRef[]>`(select coalesce(jsonb_agg(distinct jsonb_build_object(
    'id', porches.id, 'number', porches.number)), '[]')
  from task_places place join porches on porches.id = place.porch_id where place.task_id = tasks.id)`;
const floorsOfRequest = sql<FloorRef[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', floors.id, 'number', floors.number, 'porch', floors.porch_id) order by floors.number, floors.id), '[]')
  from task_places place join floors on floors.id = place.floor_id where place.task_id = tasks.id)`;
const fileCount = sql<number>`(select count(*) from task_files where task_files.task_id = tasks.id)`;
/** The flat of the caller, else of the creator, in the building of the request. */
const residentHome = (what: 'id' | 'label') => sql`(select ${sql.ref(`units.${what}`)}
  from residents_units home join units on units.id = home.unit_id
  where home.user_id = coalesce(tasks.caller_id, tasks.creator_id) and units.building_id = tasks.building_id
  order by home.place limit 1)`;

const withCard = <Row>(query: Tasks<Row>) =>
  query
    .innerJoin('services', 'services.id', 'tasks.service_id')
    .innerJoin('buildings', 'buildings.id', 'tasks.building_id')
    .innerJoin('users as creator', 'creator.id', 'tasks.creator_id')
    .leftJoin('users as caller', 'caller.id', 'tasks.caller_id')
    .leftJoin('users as performer', 'performer.id', 'tasks.performer_id')
    .select([
      'tasks.id',
      'tasks.stage',
      'tasks.resolution',
      'tasks.resolution_description',
      'tasks.board_order',
      'tasks.description',
      'tasks.target_type',
      'tasks.building_id',
      'tasks.deadline',
      'tasks.version',
      'tasks.created_at',
      'tasks.done_at',
      'services.id as service_id',
      'services.name as service_name',
      'services.icon as service_icon',
      'buildings.street',
      'buildings.number',
      'creator.id as creator_id',
      'creator.first_name as creator_first_name',
      'creator.last_name as creator_last_name',
      'creator.position as creator_position',
      'creator.avatar_file_id as creator_avatar',
      'caller.id as caller_id',
      'caller.first_name as caller_first_name',
      'caller.last_name as caller_last_name',
      'caller.avatar_file_id as caller_avatar',
      'performer.id as performer_id',
      'performer.first_name as performer_first_name',
      'performer.last_name as performer_last_name',
      'performer.position as performer_position',
      'performer.avatar_file_id as performer_avatar',
      entrancesOfRequest.as('porches'),
      floorsOfRequest.as('floors'),
      fileCount.as('files'),
      residentHome('label').$castTo<string | null>().as('unit'),
      residentHome('id').$castTo<number | null>().as('unit_id'),
    ]);

/** A request as a card shows it, before the addresses of portraits. */
export type CardRow = Awaited<ReturnType<ReturnType<typeof withCard>['execute']>>[number];

/** Shorter than this a part of a name has no index, and all people would be read for it. */
const NAME_MIN = 3;

/** Text, address, service, the people in it (three letters and more), or the number, contain what is looked for. */
function matches(search: string) {
  const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^№?\s*([1-9]\d{0,8})$/.exec(search)?.[1] ?? null;
  const people = sql`(select id from users where search like fold(${part}))`;
  const named = sql`or tasks.performer_id in ${people} or tasks.creator_id in ${people} or tasks.caller_id in ${people}`;
  return sql<boolean>`(tasks.search like fold(${part})
    or tasks.building_id in (select id from buildings where search like fold(${part}))
    or tasks.service_id in (select id from services where fold(name) like fold(${part}))
    ${search.length < NAME_MIN ? sql`` : named}
    or tasks.id = ${number}::integer)`;
}

/** From so many buildings on the requests of a count are gone through together. */
const MANY_BUILDINGS = 50;

/** The requests a reader sees through a filter. @param among see `requestPlaceInReach` */
function seen(db: Db, viewer: ViewerAt, filter: BoardFilter, among: 'few' | 'many') {
  const { buildings_id, services_id, date, stage, search, performer, overdue, unit, person } = filter;
  const { until, done_since, done_until } = filter;
  return db
    .selectFrom('tasks')
    .where(taskInReach(viewer, among))
    .$if(stage !== undefined, (query) => query.where('tasks.stage', '=', stage ?? 'created'))
    .$if(buildings_id !== null, (query) =>
      query.where(sql<boolean>`tasks.building_id = any(${[...(buildings_id ?? [])]}::integer[])`),
    )
    .$if(services_id !== null, (query) =>
      query.where(sql<boolean>`tasks.service_id = any(${[...(services_id ?? [])]}::integer[])`),
    )
    .$if(performer === 'none', (query) => query.where('tasks.performer_id', 'is', null))
    .$if(typeof performer === 'number', (query) => query.where('tasks.performer_id', '=', Number(performer)))
    .$if(unit !== undefined, (query) =>
      query
        .where(sql<boolean>`(tasks.creator_id in (select user_id from residents_units where unit_id = ${unit})
          or tasks.caller_id in (select user_id from residents_units where unit_id = ${unit}))`)
        .where(sql<boolean>`${residentHome('id')} = ${unit}`),
    )
    .$if(person !== undefined, (query) =>
      query
        .where(sql<boolean>`(tasks.creator_id = ${person} or tasks.caller_id = ${person})`)
        .where(sql<boolean>`coalesce(tasks.caller_id, tasks.creator_id) = ${person}`),
    )
    .$if(overdue !== undefined, (query) =>
      query.where('tasks.stage', '!=', 'done').where('tasks.deadline', '<=', viewer.now),
    )
    .$if(date !== undefined, (query) => query.where('tasks.created_at', '>=', date ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('tasks.created_at', '<', until ?? new Date(0)))
    .$if(done_since !== undefined, (query) => query.where('tasks.done_at', '>=', done_since ?? new Date(0)))
    .$if(done_until !== undefined, (query) => query.where('tasks.done_at', '<', done_until ?? new Date(0)))
    .$if(Boolean(search), (query) => query.where(matches(search ?? '')));
}

/** How many requests of a column fit (TASK-02). */
export async function countTasks(db: Db, viewer: ViewerAt, filter: BoardFilter): Promise<number> {
  const { buildings_id } = filter;
  const among = buildings_id && buildings_id.length < MANY_BUILDINGS ? 'few' : 'many';
  const { count } = await seen(db, viewer, filter, among)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * A batch of a column, by order. Which cards they are is found first, by the order's index alone; what stands on them is
 * looked up for those few. Orders are unique in a column, so that the next batch begins exactly after this one.
 */
export async function taskRows(db: Db, viewer: ViewerAt, query: ListQuery): Promise<CardRow[]> {
  const { buildings_id } = query;
  const rows =
    buildings_id && buildings_id.length < MANY_BUILDINGS
      ? await firstOfEachBuilding(db, viewer, query, buildings_id)
      : await batch(seen(db, viewer, query, 'few'), query).execute();
  return cardRows(
    db,
    rows.map((row) => row.id),
  );
}

const batch = <Row>(requests: Tasks<Row>, { from_order, count }: ListQuery) =>
  requests
    .$if(from_order !== undefined, (rows) => rows.where('tasks.board_order', '>', from_order ?? 0))
    .orderBy('tasks.board_order')
    .orderBy('tasks.id')
    .limit(count)
    .select(['tasks.id', 'tasks.board_order']);

/**
 * The batch out of those of each building: the index of a column is in the order of the cards within one building alone, and over
 * the years a building has thousands that are done.
 */
function firstOfEachBuilding(db: Db, viewer: ViewerAt, query: ListQuery, buildings: readonly number[]) {
  const ids = [...new Set(buildings)];
  const ofBuilding = seen(db, viewer, { ...query, buildings_id: null }, 'few').where(
    sql<boolean>`tasks.building_id = asked.id`,
  );
  return db
    .selectFrom(sql<{ id: number }>`unnest(${ids}::integer[])`.as<'asked'>(sql`asked(id)`))
    .innerJoinLateral(batch(ofBuilding, query).as('first'), (join) => join.onTrue())
    .orderBy('first.board_order')
    .orderBy('first.id')
    .limit(query.count)
    .select('first.id')
    .execute();
}

/** Milliseconds until the next request of a column becomes overdue; null where none will. */
export async function nextOverdueIn(db: Db, viewer: ViewerAt, query: ListQuery): Promise<number | null> {
  const { overdue: _late, ...filter } = query;
  const { deadline } = await seen(db, viewer, filter, 'few')
    .where('tasks.stage', '!=', 'done')
    .where('tasks.deadline', '>', viewer.now)
    .select(({ fn }) => fn.min('tasks.deadline').as('deadline'))
    .executeTakeFirstOrThrow();
  return deadline === null ? null : deadline.getTime() - viewer.now.getTime();
}

/** More people are not offered to choose from. */
const PERFORMERS_MAX = 500;

/** Performers of the requests that a reader sees through a filter, by name. */
export function performersSeen(db: Db, viewer: ViewerAt, filter: BoardFilter) {
  return db
    .selectFrom('users')
    .where('users.id', 'in', seen(db, viewer, filter, 'many').select('tasks.performer_id'))
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .limit(PERFORMERS_MAX)
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.position', 'users.avatar_file_id as avatar'])
    .execute();
}

/** Cards by id, by order; rights were asked before. */
export async function cardRows(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  if (!ids.length) return [];
  return withCard(db.selectFrom('tasks'))
    .where(sql<boolean>`tasks.id = any(${[...ids]}::integer[])`)
    .orderBy('tasks.board_order')
    .orderBy('tasks.id')
    .execute();
}

/** One request. @returns null when it is not the reader's to see */
export async function taskRow(db: Db, viewer: TaskViewer, id: number): Promise<CardRow | null> {
  const row = await withCard(db.selectFrom('tasks'))
    .where('tasks.id', '=', id)
    .where(taskInReach(viewer))
    .executeTakeFirst();
  return row ?? null;
}

/** Number of the last write to any request. */
export async function boardVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.max<number | null>('version').as('version'))
    .executeTakeFirstOrThrow();
  return Number(version ?? 0);
}

/**
 * Requests of a reader written after a version: in their places, or assigned to them now or before.
 * @param most one more than this is found at the most
 */
export async function changedSince(db: Db, { user }: TaskViewer, since: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('tasks')
    .where('version', '>', since)
    .where(
      sql<boolean>`(${requestPlaceInReach(sql`${user}::integer`)} or tasks.performer_id = ${user}
        or exists (select 1 from task_history given
          where given.task_id = tasks.id and given.new_performer_id = ${user}))`,
    )
    .orderBy('version')
    .limit(most + 1)
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Whether a request has had another place or service since a version: it may be out of sight of its readers of then.
 */
export async function isRelocatedSince(db: Db, since: number): Promise<boolean> {
  const row = await db.selectFrom('tasks').where('reach_version', '>', since).select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Which of these requests a reader sees through a filter. */
export async function selectVisibleIds(
  db: Db,
  viewer: ViewerAt,
  filter: BoardFilter,
  ids: readonly number[],
): Promise<number[]> {
  if (!ids.length) return [];
  const rows = await seen(db, viewer, filter, 'few')
    .where(sql<boolean>`tasks.id = any(${[...ids]}::integer[])`)
    .select('tasks.id')
    .execute();
  return rows.map((row) => row.id);
}
