import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';
import { SHIFT_BUILDINGS_MAX } from '#resources/protocol/shift/shift-bounds.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach, placeInReach } from '#server/access/scope.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Buildings and period for which numbers are counted. */
export interface CountFilter {
  /** Checked buildings; null for all in reach. */
  buildings: readonly number[] | null;
  /** The current time, by which requests are overdue. */
  now: Date;
  since: Date;
  until: Date | null;
  /** The chat is built in, i.e. its tables are in this database. */
  hasChats: boolean;
}

/** Counts of one building. */
type BuildingCounts = { building: number } & Partial<ShiftCounts>;

const isAmong = (column: string, buildings: readonly number[] | null): RawBuilder<boolean> =>
  buildings ? sql<boolean>`${sql.ref(column)} = any(${[...buildings]}::integer[])` : sql<boolean>`true`;

/** Requests by building: waiting now, created in the shift, finished in the shift; read by an index for each. */
async function countRequests(
  db: Db,
  viewer: TaskViewer,
  { buildings, now, since, until }: CountFilter,
): Promise<BuildingCounts[]> {
  const untilParam = sql`${until}::timestamptz`;
  const within = (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${since} and (${untilParam} is null or ${sql.ref(column)} < ${untilParam}))`;
  const overdue = sql<boolean>`(tasks.stage <> 'done' and tasks.deadline <= ${now})`;
  const waiting = sql<boolean>`tasks.stage = 'created'`;
  // Stages are queried separately: the index of recent requests begins with the stage.
  const came = sql<boolean>`(tasks.stage in ('created', 'in_progress', 'done') and ${within('tasks.created_at')})`;
  const isDone = sql<boolean>`(tasks.done_at is not null and ${within('tasks.done_at')})`;
  const countWhere = (condition: RawBuilder<boolean>) => sql<string>`count(*) filter (where ${condition})`;
  const rows = await db
    .selectFrom('tasks')
    .where(taskInReach(viewer, 'many'))
    .where(isAmong('tasks.building_id', buildings))
    .where(sql<boolean>`(${waiting} or ${overdue} or ${came} or ${isDone})`)
    .groupBy('tasks.building_id')
    .select([
      'tasks.building_id as building',
      countWhere(overdue).as('overdue'),
      countWhere(waiting).as('waiting'),
      countWhere(came).as('came'),
      countWhere(isDone).as('done'),
    ])
    .execute();
  return rows.map(({ building, ...counts }) => ({
    building,
    overdue: Number(counts.overdue),
    waiting: Number(counts.waiting),
    came: Number(counts.came),
    done: Number(counts.done),
  }));
}

/** Complaints, ideas and thanks that the reader has not read, like the count on the tab of the chat. */
async function countComplaints(db: Db, reader: Reader, { buildings }: CountFilter): Promise<BuildingCounts[]> {
  const rows = await db
    .selectFrom('complaints')
    .where(entranceInReach(reader, 'complaints.porch_id'))
    .where(isAmong('complaints.building_id', buildings))
    .where(
      sql<boolean>`not exists (select 1 from complaint_reads seen
        where seen.complaint_id = complaints.id and seen.user_id = ${reader.user})`,
    )
    .groupBy('complaints.building_id')
    .select(['complaints.building_id as building', sql<string>`count(*)`.as('count')])
    .execute();
  return rows.map(({ building, count }) => ({ building, complaints: Number(count) }));
}

/**
 * Query of the reader's chats with residents in reach whose last message is the resident's; each is counted at the resident's
 * first home in these buildings.
 */
function selectWaitingChats(reader: Reader, buildings: readonly number[] | null) {
  return sql<{
    building: number;
    chat: string;
    at: Date;
  }>`select home.building_id as building, peer.chat_id as chat, last.at
    from chat_subscriptions own
    join chat_topics topics on topics.id = own.topic_id and topics.kind = 'p2p'
    join chat_subscriptions theirs on theirs.topic_id = own.topic_id and theirs.user_id <> own.user_id
    join users peer on peer.id = theirs.user_id and peer.role = 'resident' and peer.status <> 'deleted'
    join chat_messages last on last.topic_id = own.topic_id and last.seq = topics.seq and last.sender_id = peer.id
    cross join lateral (select units.building_id from residents_units lived join units on units.id = lived.unit_id
      where lived.user_id = peer.id and ${entranceInReach(reader, 'units.porch_id')} and ${isAmong('units.building_id', buildings)}
      order by lived.place limit 1) home
    where own.user_id = ${reader.user} and own.deleted_at is null and not exists (select 1 from chat_deletions gone
      where gone.topic_id = own.topic_id and gone.user_id = own.user_id and last.seq >= gone.low and last.seq < gone.hi)
    order by last.at, own.topic_id`;
}

/** Maximum number of chats that are listed; the number on the page counts all of them. */
const CHATS_LISTED_MAX = 500;

/** Chat ids of the residents who wait for an answer, longest wait first. */
export async function listWaitingChats(db: Db, reader: Reader, buildings: readonly number[] | null): Promise<string[]> {
  const { rows } = await sql<{
    chat: string;
  }>`${selectWaitingChats(reader, buildings)} limit ${CHATS_LISTED_MAX}`.execute(db);
  return rows.map(({ chat }) => chat);
}

async function countWaitingChats(db: Db, reader: Reader, { buildings }: CountFilter): Promise<BuildingCounts[]> {
  const { rows } = await sql<{ building: number; count: string }>`
    select building, count(*) as count from (${selectWaitingChats(reader, buildings)}) waiting group by building`.execute(
    db,
  );
  return rows.map(({ building, count }) => ({ building, chats: Number(count) }));
}

/** Announcements of accidents published in the shift, with each building they are for. */
async function selectAccidents(db: Db, reader: Reader, { buildings, since, until }: CountFilter) {
  return await db
    .selectFrom('news')
    .innerJoin('news_targets as target', 'target.news_id', 'news.id')
    .where('news.type', '=', 'accident')
    .where('news.deleted_at', 'is', null)
    .where('news.publish_at', 'is', null)
    .where('news.created_at', '>=', since)
    .$if(until !== null, (query) => query.where('news.created_at', '<', until ?? since))
    .where(placeInReach(reader, 'target.building_id', 'target.porch_id'))
    .where(isAmong('target.building_id', buildings))
    .select(['target.building_id as building', 'news.id'])
    .distinct()
    .execute();
}

const sum = (parts: readonly BuildingCounts[], key: keyof ShiftCounts) =>
  parts.reduce((all, part) => all + (part[key] ?? 0), 0);

/** Counts by which buildings are sorted, the most urgent first. */
const URGENCY_ORDER = ['overdue', 'accidents', 'waiting', 'chats', 'complaints', 'came', 'done'] as const;

function compareUrgency(a: ShiftCounts, b: ShiftCounts): number {
  for (const key of URGENCY_ORDER) {
    const difference = (b[key] ?? 0) - (a[key] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/** The numbers of a shift in total and by building, as far as the reader may see them. */
export async function countShift(
  db: Db,
  reader: Reader,
  viewer: TaskViewer,
  countFilter: CountFilter,
): Promise<Pick<ShiftAnswer, 'counts' | 'buildings' | 'left'>> {
  const canSee = (section: string) => can(reader.levels, section, 'see');
  const [requests, complaints, chats, accidents] = await Promise.all([
    canSee('tasks') ? countRequests(db, viewer, countFilter) : null,
    canSee('chats') ? countComplaints(db, reader, countFilter) : null,
    canSee('chats') && countFilter.hasChats ? countWaitingChats(db, reader, countFilter) : null,
    canSee('news') ? selectAccidents(db, reader, countFilter) : null,
  ]);
  const parts: BuildingCounts[] = [
    ...(requests ?? []),
    ...(complaints ?? []),
    ...(chats ?? []),
    ...(accidents ?? []).map(({ building }) => ({ building, accidents: 1 })),
  ];
  const sumCounts = (summedParts: readonly BuildingCounts[]): ShiftCounts => ({
    overdue: requests && sum(summedParts, 'overdue'),
    waiting: requests && sum(summedParts, 'waiting'),
    chats: chats && sum(summedParts, 'chats'),
    complaints: complaints && sum(summedParts, 'complaints'),
    came: requests && sum(summedParts, 'came'),
    done: requests && sum(summedParts, 'done'),
    accidents: accidents && sum(summedParts, 'accidents'),
  });
  const byBuilding = new Map<number, BuildingCounts[]>();
  for (const part of parts) byBuilding.set(part.building, [...(byBuilding.get(part.building) ?? []), part]);
  const rows = [...byBuilding].map(([id, buildingParts]) => ({ id, ...sumCounts(buildingParts) }));
  rows.sort((a, b) => compareUrgency(a, b) || a.id - b.id);
  const pageRows = rows.slice(0, SHIFT_BUILDINGS_MAX);
  const places = pageRows.length
    ? await db
        .selectFrom('buildings')
        .where(sql<boolean>`id = any(${pageRows.map(({ id }) => id)}::integer[])`)
        .select(['id', 'street', 'number'])
        .execute()
    : [];
  const placesById = new Map(places.map((place) => [place.id, place]));
  return {
    // An announcement for several buildings is counted once in the total.
    counts: { ...sumCounts(parts), accidents: accidents && new Set(accidents.map(({ id }) => id)).size },
    buildings: pageRows.flatMap((row) => {
      const place = placesById.get(row.id);
      return place ? [{ ...row, street: place.street, number: place.number }] : [];
    }),
    left: rows.length - pageRows.length,
  };
}
