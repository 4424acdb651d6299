import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import { COMPLAINT_TYPES, type ComplaintItem, type ComplaintType } from '#resources/protocol/chat/complaints.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';

const unread = (user: number) => sql<boolean>`not exists (select 1 from complaint_reads seen
  where seen.complaint_id = complaints.id and seen.user_id = ${user})`;

/** A reader of complaints, and of the requests that were made of them. */
export type ComplaintViewer = Reader & TaskViewer;

/** The newest request made from a complaint that the reader may see. */
function linkedRequest(viewer: ComplaintViewer) {
  if (!can(viewer.levels, 'tasks', 'see')) return sql<number | null>`null::integer`;
  return sql<number | null>`(select max(tasks.id) from task_sources made join tasks on tasks.id = made.task_id
    where made.complaint_id = complaints.id and ${taskInReach(viewer)})`;
}

/** Complaints in reach, narrowed to buildings where some are named; newest first. */
function inReach(db: Db, reader: Reader, buildings: readonly number[] | null) {
  return db
    .selectFrom('complaints')
    .where(entranceInReach(reader, 'complaints.porch_id'))
    .$if(buildings !== null, (query) =>
      query.where(sql<boolean>`complaints.building_id = any(${[...(buildings ?? [])]}::integer[])`),
    );
}

type Rows = ReturnType<typeof inReach>;

/** Columns of complaints that are shown. */
async function shown(db: Db, reader: ComplaintViewer, query: Rows): Promise<ComplaintItem[]> {
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
      unread(reader.user).as('unread'),
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

/** The complaints of a type, newest first (COMPL-07). @param before only those before this one, for the next page */
export async function listComplaints(
  db: Db,
  reader: ComplaintViewer,
  asked: { type: ComplaintType; buildings: readonly number[] | null; limit: number; before: number | null },
): Promise<ComplaintItem[]> {
  const { type, buildings, limit, before } = asked;
  const query = inReach(db, reader, buildings)
    .where('complaints.type', '=', type)
    .$if(before !== null, (earlier) =>
      earlier.where(
        sql<boolean>`(complaints.created_at, complaints.id) < (select created_at, id from complaints last where last.id = ${before})`,
      ),
    )
    .orderBy('complaints.created_at', 'desc')
    .orderBy('complaints.id', 'desc')
    .limit(limit);
  return shown(db, reader, query);
}

/** One complaint; null when it is out of reach or gone. */
export async function oneComplaint(
  db: Db,
  reader: ComplaintViewer,
  id: number,
  buildings: readonly number[] | null,
): Promise<ComplaintItem | null> {
  return (await shown(db, reader, inReach(db, reader, buildings).where('complaints.id', '=', id)))[0] ?? null;
}

/** Of each type the newest complaint and how many the reader has not read (COMPL-10). */
export async function previewComplaints(db: Db, reader: ComplaintViewer, buildings: readonly number[] | null) {
  const counts = await inReach(db, reader, buildings)
    .where(unread(reader.user))
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

/** Marks those complaints that are in reach as read by the reader. @returns the ones that were unread */
export async function markRead(trx: Db, reader: Reader, ids: readonly number[], now: Date): Promise<number[]> {
  if (!ids.length) return [];
  const rows = await trx
    .insertInto('complaint_reads')
    .columns(['complaint_id', 'user_id', 'at'])
    .expression(
      inReach(trx, reader, null)
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
