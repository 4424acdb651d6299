import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import { COMPLAINT_TYPES, type ComplaintItem, type ComplaintType } from '#resources/protocol/chat/complaints.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';

const isUnread = (user: number) => sql<boolean>`not exists (select 1 from complaint_reads seen
  where seen.complaint_id = complaints.id and seen.user_id = ${user})`;

/** A reader of complaints, and of requests created from them. */
export type ComplaintViewer = Reader & TaskViewer;

/** The newest request created from a complaint, if the reader may see it. */
function linkedRequest(viewer: ComplaintViewer) {
  if (!can(viewer.levels, 'tasks', 'see')) return sql<number | null>`null::integer`;
  return sql<number | null>`(select max(tasks.id) from task_sources made join tasks on tasks.id = made.task_id
    where made.complaint_id = complaints.id and ${taskInReach(viewer)})`;
}

/** Query of complaints in reach. @param buildings only complaints of these buildings */
function selectInReach(db: Db, reader: Reader, buildings: readonly number[] | null) {
  return db
    .selectFrom('complaints')
    .where(entranceInReach(reader, 'complaints.porch_id'))
    .$if(buildings !== null, (query) =>
      query.where(sql<boolean>`complaints.building_id = any(${[...(buildings ?? [])]}::integer[])`),
    );
}

type ComplaintQuery = ReturnType<typeof selectInReach>;

/** Runs a query of complaints and serialises the result. */
async function showComplaints(db: Db, reader: ComplaintViewer, query: ComplaintQuery): Promise<ComplaintItem[]> {
  const rows = await query
    .innerJoin('users', 'users.id', 'complaints.creator_id')
    .innerJoin('buildings', 'buildings.id', 'complaints.building_id')
    .innerJoin('porches', 'porches.id', 'complaints.porch_id')
    .select([
      'complaints.id',
      'complaints.type',
      'complaints.description',
      'complaints.created_at',
      'users.id as user',
      'users.first_name',
      'users.last_name',
      'users.avatar_file_id',
      'users.chat_id',
      'buildings.id as building',
      'buildings.street',
      'buildings.number',
      'porches.id as porch',
      'porches.number as porch_number',
      isUnread(reader.user).as('unread'),
      linkedRequest(reader).as('task'),
    ])
    .execute();
  const pictures = await filesById(db, [...new Set(rows.flatMap((row) => row.avatar_file_id ?? []))]);
  return rows.map((row) => {
    const picture = row.avatar_file_id === null ? undefined : pictures.get(row.avatar_file_id);
    return {
      id: row.id,
      type: row.type,
      creator: {
        user: row.user,
        first_name: row.first_name,
        last_name: row.last_name,
        avatar: picture ? shownFile(reader, picture).preview_url : null,
        chat_id: row.chat_id,
      },
      description: row.description,
      creation_date: row.created_at.toISOString(),
      building: { id: row.building, street: row.street, number: row.number },
      porch: { id: row.porch, number: row.porch_number },
      is_read: !row.unread,
      task: row.task,
    };
  });
}

/** Complaints of a type, newest first (COMPL-07); `before` is the id of the last complaint of the page before. */
export async function listComplaints(
  db: Db,
  reader: ComplaintViewer,
  listQuery: { type: ComplaintType; buildings: readonly number[] | null; limit: number; before: number | null },
): Promise<ComplaintItem[]> {
  const { type, buildings, limit, before } = listQuery;
  const query = selectInReach(db, reader, buildings)
    .where('complaints.type', '=', type)
    .$if(before !== null, (earlier) =>
      earlier.where(
        sql<boolean>`(complaints.created_at, complaints.id) < (select created_at, id from complaints last where last.id = ${before})`,
      ),
    )
    .orderBy('complaints.created_at', 'desc')
    .orderBy('complaints.id', 'desc')
    .limit(limit);
  return showComplaints(db, reader, query);
}

/** One complaint; null if it is out of reach or deleted. */
export async function findComplaint(
  db: Db,
  reader: ComplaintViewer,
  id: number,
  buildings: readonly number[] | null,
): Promise<ComplaintItem | null> {
  return (
    (await showComplaints(db, reader, selectInReach(db, reader, buildings).where('complaints.id', '=', id)))[0] ?? null
  );
}

/** The newest complaint of each type, and the number of those the reader has not read (COMPL-10). */
export async function previewComplaints(db: Db, reader: ComplaintViewer, buildings: readonly number[] | null) {
  const counts = await selectInReach(db, reader, buildings)
    .where(isUnread(reader.user))
    .groupBy('complaints.type')
    .select(['complaints.type', sql<string>`count(*)`.as('count')])
    .execute();
  const previews = [];
  for (const type of COMPLAINT_TYPES) {
    const [last_complaint = null] = await listComplaints(db, reader, { type, buildings, limit: 1, before: null });
    const unread_count = Number(counts.find((row) => row.type === type)?.count ?? 0);
    previews.push({ type, last_complaint, unread_count });
  }
  return previews;
}

/** Marks those of the complaints that are in reach as read. @returns those that were unread */
export async function markRead(trx: Db, reader: Reader, ids: readonly number[], now: Date): Promise<number[]> {
  if (!ids.length) return [];
  const rows = await trx
    .insertInto('complaint_reads')
    .columns(['complaint_id', 'user_id', 'at'])
    .expression(
      selectInReach(trx, reader, null)
        .where(sql<boolean>`complaints.id = any(${[...ids]}::integer[])`)
        .select([
          'complaints.id',
          sql<number>`${reader.user}::integer`.as('user'),
          sql<Date>`${now}::timestamptz`.as('at'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('complaint_id')
    .execute();
  return rows.map((row) => row.complaint_id);
}
