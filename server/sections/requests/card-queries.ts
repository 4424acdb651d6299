import { type SelectQueryBuilder, sql } from 'kysely';
import { requestPlaceInReach, type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { ListQuery, RequestFilter } from './filters.ts';
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
/** Flat of the caller, or of the creator if there is no caller, in the request's building. */
const selectResidentHome = (column: 'id' | 'label') => sql`(select ${sql.ref(`units.${column}`)}
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
      selectResidentHome('label').$castTo<string | null>().as('unit'),
      selectResidentHome('id').$castTo<number | null>().as('unit_id'),
    ]);

/** Row of a card, before portrait URLs are added. */
export type CardRow = Awaited<ReturnType<ReturnType<typeof withCard>['execute']>>[number];

/** Minimum length of a text searched for in names; a shorter one cannot use the index and would scan all people. */
const NAME_SEARCH_MIN = 3;

/**
 * Condition: the text, address, service or (from three letters on) a person of the request contains the search text, or its
 * number equals it.
 */
function matchesSearch(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^№?\s*([1-9]\d{0,8})$/.exec(search)?.[1] ?? null;
  const people = sql`(select id from users where search like fold(${pattern}))`;
  const matchesPeople = sql`or tasks.performer_id in ${people} or tasks.creator_id in ${people} or tasks.caller_id in ${people}`;
  return sql<boolean>`(tasks.search like fold(${pattern})
    or tasks.building_id in (select id from buildings where search like fold(${pattern}))
    or tasks.service_id in (select id from services where fold(name) like fold(${pattern}))
    ${search.length < NAME_SEARCH_MIN ? sql`` : matchesPeople}
    or tasks.id = ${number}::integer)`;
}

/** From this number of buildings on, a query reads across all buildings instead of one building after the other. */
const MANY_BUILDINGS = 50;

/** Query of the requests that a reader may see and that match a filter. @param among see `requestPlaceInReach` */
function visibleRequests(db: Db, viewer: ViewerAt, filter: RequestFilter, among: 'few' | 'many') {
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
        .where(sql<boolean>`${selectResidentHome('id')} = ${unit}`),
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
    .$if(Boolean(search), (query) => query.where(matchesSearch(search ?? '')));
}

/** Number of requests in a column that match the filter (TASK-02). */
export async function countTasks(db: Db, viewer: ViewerAt, filter: RequestFilter): Promise<number> {
  const { buildings_id } = filter;
  const among = buildings_id && buildings_id.length < MANY_BUILDINGS ? 'few' : 'many';
  const { count } = await visibleRequests(db, viewer, filter, among)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * A page of a column, by order. Ids are selected first, by the index of orders alone; the rest of the card is joined for those
 * few. Orders are unique within a column, so the next page starts exactly after this one.
 */
export async function taskRows(db: Db, viewer: ViewerAt, query: ListQuery): Promise<CardRow[]> {
  const { buildings_id } = query;
  const rows =
    buildings_id && buildings_id.length < MANY_BUILDINGS
      ? await selectPageByBuilding(db, viewer, query, buildings_id)
      : await selectPage(visibleRequests(db, viewer, query, 'few'), query).execute();
  return cardRows(
    db,
    rows.map((row) => row.id),
  );
}

const selectPage = <Row>(requests: Tasks<Row>, { from_order, count }: ListQuery) =>
  requests
    .$if(from_order !== undefined, (rows) => rows.where('tasks.board_order', '>', from_order ?? 0))
    .orderBy('tasks.board_order')
    .orderBy('tasks.id')
    .limit(count)
    .select(['tasks.id', 'tasks.board_order']);

/**
 * The page, merged from the first requests of each building: the index is ordered by `board_order` only within one building, and
 * a building collects thousands of finished requests over the years.
 */
function selectPageByBuilding(db: Db, viewer: ViewerAt, query: ListQuery, buildings: readonly number[]) {
  const ids = [...new Set(buildings)];
  const requestsOfBuilding = visibleRequests(db, viewer, { ...query, buildings_id: null }, 'few').where(
    sql<boolean>`tasks.building_id = asked.id`,
  );
  return db
    .selectFrom(sql<{ id: number }>`unnest(${ids}::integer[])`.as<'asked'>(sql`asked(id)`))
    .innerJoinLateral(selectPage(requestsOfBuilding, query).as('first'), (join) => join.onTrue())
    .orderBy('first.board_order')
    .orderBy('first.id')
    .limit(query.count)
    .select('first.id')
    .execute();
}

/** Time until the next request of a column becomes overdue, ms; null if none will. */
export async function nextOverdueIn(db: Db, viewer: ViewerAt, query: ListQuery): Promise<number | null> {
  const { overdue: _overdue, ...filter } = query;
  const { deadline } = await visibleRequests(db, viewer, filter, 'few')
    .where('tasks.stage', '!=', 'done')
    .where('tasks.deadline', '>', viewer.now)
    .select(({ fn }) => fn.min('tasks.deadline').as('deadline'))
    .executeTakeFirstOrThrow();
  return deadline === null ? null : deadline.getTime() - viewer.now.getTime();
}

/** Maximum number of performers offered for selection. */
const PERFORMERS_MAX = 500;

/** Performers of the requests that match a reader's filter, by name. */
export function selectVisiblePerformers(db: Db, viewer: ViewerAt, filter: RequestFilter) {
  return db
    .selectFrom('users')
    .where('users.id', 'in', visibleRequests(db, viewer, filter, 'many').select('tasks.performer_id'))
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .limit(PERFORMERS_MAX)
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.position', 'users.avatar_file_id as avatar'])
    .execute();
}

/** Cards by id, sorted by order; the caller must have checked the rights. */
export async function cardRows(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  if (!ids.length) return [];
  return withCard(db.selectFrom('tasks'))
    .where(sql<boolean>`tasks.id = any(${[...ids]}::integer[])`)
    .orderBy('tasks.board_order')
    .orderBy('tasks.id')
    .execute();
}

/** One request; null if the reader may not see it. */
export async function taskRow(db: Db, viewer: TaskViewer, id: number): Promise<CardRow | null> {
  const row = await withCard(db.selectFrom('tasks'))
    .where('tasks.id', '=', id)
    .where(taskInReach(viewer))
    .executeTakeFirst();
  return row ?? null;
}

/** Version of the last write to any request. */
export async function boardVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.max<number | null>('version').as('version'))
    .executeTakeFirstOrThrow();
  return Number(version ?? 0);
}

/**
 * Ids of requests written after a version that are in the reader's places, or are or were assigned to them.
 * @param limit one more than this may be returned, so that the caller sees that there are more
 */
export async function selectChangedSince(
  db: Db,
  { user }: TaskViewer,
  since: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('tasks')
    .where('version', '>', since)
    .where(
      sql<boolean>`(${requestPlaceInReach(sql`${user}::integer`)} or tasks.performer_id = ${user}
        or exists (select 1 from task_history given
          where given.task_id = tasks.id and given.new_performer_id = ${user}))`,
    )
    .orderBy('version')
    .limit(limit + 1)
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Whether any request got another place or service after a version; people who saw it before may not see it now. */
export async function isRelocatedSince(db: Db, since: number): Promise<boolean> {
  const row = await db.selectFrom('tasks').where('reach_version', '>', since).select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Which of these requests match a filter and may be seen by the reader. */
export async function selectVisibleIds(
  db: Db,
  viewer: ViewerAt,
  filter: RequestFilter,
  ids: readonly number[],
): Promise<number[]> {
  if (!ids.length) return [];
  const rows = await visibleRequests(db, viewer, filter, 'few')
    .where(sql<boolean>`tasks.id = any(${[...ids]}::integer[])`)
    .select('tasks.id')
    .execute();
  return rows.map((row) => row.id);
}
