import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';
import { SHIFT_BUILDINGS } from '#resources/protocol/shift/shift-bounds.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach, placeInReach } from '#server/access/scope.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Buildings and period of the counters. */
export interface Counted {
  /** Checked buildings; null: all in reach. */
  buildings: readonly number[] | null;
  /** The present moment: by it requests are overdue. */
  now: Date;
  since: Date;
  until: Date | null;
  /** The chat stands in this database. */
  hasChats: boolean;
}

/** One number of one building. */
type Part = { building: number } & Partial<ShiftCounts>;

const among = (column: string, buildings: readonly number[] | null): RawBuilder<boolean> =>
  buildings ? sql<boolean>`${sql.ref(column)} = any(${[...buildings]}::integer[])` : sql<boolean>`true`;

/** Requests by building: waiting now, created in the shift, ended in the shift. One pass along the indexes of each. */
async function requestParts(db: Db, viewer: TaskViewer, { buildings, now, since, until }: Counted): Promise<Part[]> {
  const last = sql`${until}::timestamptz`;
  const within = (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${since} and (${last} is null or ${sql.ref(column)} < ${last}))`;
  const overdue = sql<boolean>`(tasks.stage <> 'done' and tasks.deadline <= ${now})`;
  const waiting = sql<boolean>`tasks.stage = 'created'`;
  // Stages are queried separately: the index of recent requests begins with the stage.
  const came = sql<boolean>`(tasks.stage in ('created', 'in_progress', 'done') and ${within('tasks.created_at')})`;
  const isDone = sql<boolean>`(tasks.done_at is not null and ${within('tasks.done_at')})`;
  const counted = (condition: RawBuilder<boolean>) => sql<string>`count(*) filter (where ${condition})`;
  const rows = await db
    .selectFrom('tasks')
    .where(taskInReach(viewer, 'many'))
    .where(among('tasks.building_id', buildings))
    .where(sql<boolean>`(${waiting} or ${overdue} or ${came} or ${isDone})`)
    .groupBy('tasks.building_id')
    .select([
      'tasks.building_id as building',
      counted(overdue).as('overdue'),
      counted(waiting).as('waiting'),
      counted(came).as('came'),
      counted(isDone).as('done'),
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

/** Complaints, ideas and thanks that the reader has not read, as the tab of the chat counts them. */
async function complaintParts(db: Db, reader: Reader, { buildings }: Counted): Promise<Part[]> {
  const rows = await db
    .selectFrom('complaints')
    .where(entranceInReach(reader, 'complaints.porch_id'))
    .where(among('complaints.building_id', buildings))
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
 * Chats of the reader with residents in reach whose last message is the resident's: each at the first home of the resident in these
 * buildings.
 */
function waitingChats(reader: Reader, buildings: readonly number[] | null) {
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
      where lived.user_id = peer.id and ${entranceInReach(reader, 'units.porch_id')} and ${among('units.building_id', buildings)}
      order by lived.place limit 1) home
    where own.user_id = ${reader.user} and own.deleted_at is null and not exists (select 1 from chat_deletions gone
      where gone.topic_id = own.topic_id and gone.user_id = own.user_id and last.seq >= gone.low and last.seq < gone.hi)
    order by last.at, own.topic_id`;
}

/** More chats are not named; the number on the page is that of all. */
const CHATS_NAMED = 500;

/** Names of the chats that wait for an answer, the longest wait first. */
export async function chatsThatWait(db: Db, reader: Reader, buildings: readonly number[] | null): Promise<string[]> {
  const { rows } = await sql<{ chat: string }>`${waitingChats(reader, buildings)} limit ${CHATS_NAMED}`.execute(db);
  return rows.map(({ chat }) => chat);
}

async function chatParts(db: Db, reader: Reader, { buildings }: Counted): Promise<Part[]> {
  const { rows } = await sql<{ building: number; count: string }>`
    select building, count(*) as count from (${waitingChats(reader, buildings)}) waiting group by building`.execute(db);
  return rows.map(({ building, count }) => ({ building, chats: Number(count) }));
}

/** Announcements of accidents that were published in the shift, at each building that they are for. */
async function accidentParts(db: Db, reader: Reader, { buildings, since, until }: Counted) {
  return await db
    .selectFrom('news')
    .innerJoin('news_targets as target', 'target.news_id', 'news.id')
    .where('news.type', '=', 'accident')
    .where('news.deleted_at', 'is', null)
    .where('news.publish_at', 'is', null)
    .where('news.created_at', '>=', since)
    .$if(until !== null, (query) => query.where('news.created_at', '<', until ?? since))
    .where(placeInReach(reader, 'target.building_id', 'target.porch_id'))
    .where(among('target.building_id', buildings))
    .select(['target.building_id as building', 'news.id'])
    .distinct()
    .execute();
}

const sum = (parts: readonly Part[], key: keyof ShiftCounts) => parts.reduce((all, part) => all + (part[key] ?? 0), 0);

/** Counts by which buildings are sorted, the most urgent first. */
const PRESSING = ['overdue', 'accidents', 'waiting', 'chats', 'complaints', 'came', 'done'] as const;

function comparePressing(a: ShiftCounts, b: ShiftCounts): number {
  for (const key of PRESSING) {
    const difference = (b[key] ?? 0) - (a[key] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/** The numbers of a shift over all buildings and by building, as far as the reader may see them. */
export async function shiftCounts(
  db: Db,
  reader: Reader,
  viewer: TaskViewer,
  counted: Counted,
): Promise<Pick<ShiftAnswer, 'counts' | 'buildings' | 'left'>> {
  const sees = (section: string) => can(reader.levels, section, 'see');
  const [requests, complaints, chats, accidents] = await Promise.all([
    sees('tasks') ? requestParts(db, viewer, counted) : null,
    sees('chats') ? complaintParts(db, reader, counted) : null,
    sees('chats') && counted.hasChats ? chatParts(db, reader, counted) : null,
    sees('news') ? accidentParts(db, reader, counted) : null,
  ]);
  const parts: Part[] = [
    ...(requests ?? []),
    ...(complaints ?? []),
    ...(chats ?? []),
    ...(accidents ?? []).map(({ building }) => ({ building, accidents: 1 })),
  ];
  const sumCounts = (summedParts: readonly Part[]): ShiftCounts => ({
    overdue: requests && sum(summedParts, 'overdue'),
    waiting: requests && sum(summedParts, 'waiting'),
    chats: chats && sum(summedParts, 'chats'),
    complaints: complaints && sum(summedParts, 'complaints'),
    came: requests && sum(summedParts, 'came'),
    done: requests && sum(summedParts, 'done'),
    accidents: accidents && sum(summedParts, 'accidents'),
  });
  const byBuilding = new Map<number, Part[]>();
  for (const part of parts) byBuilding.set(part.building, [...(byBuilding.get(part.building) ?? []), part]);
  const rows = [...byBuilding].map(([id, own]) => ({ id, ...sumCounts(own) }));
  rows.sort((a, b) => comparePressing(a, b) || a.id - b.id);
  const pageRows = rows.slice(0, SHIFT_BUILDINGS);
  const places = pageRows.length
    ? await db
        .selectFrom('buildings')
        .where(sql<boolean>`id = any(${pageRows.map(({ id }) => id)}::integer[])`)
        .select(['id', 'street', 'number'])
        .execute()
    : [];
  const placesById = new Map(places.map((place) => [place.id, place]));
  return {
    // One announcement may be for many buildings.
    counts: { ...sumCounts(parts), accidents: accidents && new Set(accidents.map(({ id }) => id)).size },
    buildings: pageRows.flatMap((row) => {
      const place = placesById.get(row.id);
      return place ? [{ ...row, street: place.street, number: place.number }] : [];
    }),
    left: rows.length - pageRows.length,
  };
}
