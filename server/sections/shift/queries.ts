import { sql } from 'kysely';
import type { ShiftHandover, ShiftNote } from '#resources/protocol/shift/shift.ts';
import { HANDOVERS_MAX, NOTES_SHOWN } from '#resources/protocol/shift/shift-bounds.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, idsInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** SQL array of the ids of the buildings in reach. @param buildings only these buildings */
const reachableBuildingIds = ({ user }: Principal, buildings: readonly number[] | null) =>
  buildings
    ? sql<number[]>`array(select distinct entrances.building_id from user_porches held
        join porches entrances on entrances.id = held.porch_id
        where held.user_id = ${user} and entrances.building_id = any(${[...buildings]}::integer[]))`
    : idsInReach({ user });

/** Ids of these buildings that are in reach. @param ids null for all in reach */
export async function selectShiftBuildings(
  db: Db,
  reader: Principal,
  ids: readonly number[] | null,
): Promise<number[]> {
  const rows = await db
    .selectFrom('buildings')
    .where(buildingInReach(reader, 'buildings.id'))
    .$if(ids !== null, (query) => query.where(sql<boolean>`id = any(${[...(ids ?? [])]}::integer[])`))
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

type NameRow = { user: number | null; first: string | null; last: string | null };

const toPersonName = ({ user, first, last }: NameRow) =>
  user === null ? null : { user, name: [first, last].filter(Boolean).join(' ') };

const selectHandovers = (db: Db) =>
  db
    .selectFrom('shift_handovers as shift')
    .leftJoin('users as giver', 'giver.id', 'shift.user_id')
    .leftJoin('users as taker', 'taker.id', 'shift.accepted_by')
    .select([
      'shift.id',
      'shift.at',
      'shift.accepted_at',
      'giver.id as user',
      'giver.first_name as first',
      'giver.last_name as last',
      'taker.id as taker',
      'taker.first_name as taker_first',
      'taker.last_name as taker_last',
    ]);

type HandoverRow = Awaited<ReturnType<ReturnType<typeof selectHandovers>['execute']>>[number];

const toHandover = (
  row: HandoverRow,
  before: HandoverRow | undefined,
  isLast: boolean,
  reader: Principal,
): ShiftHandover => ({
  id: row.id,
  at: row.at.toISOString(),
  since: before?.at.toISOString() ?? null,
  by: toPersonName(row),
  accepted: row.accepted_at && {
    at: row.accepted_at.toISOString(),
    by: toPersonName({ user: row.taker, first: row.taker_first, last: row.taker_last }),
  },
  may_take_back: isLast && row.user === reader.user && row.accepted_at === null,
});

/** Finished shifts in buildings in reach, newest first. */
export async function listHandovers(
  db: Db,
  reader: Principal,
  buildings: readonly number[] | null,
): Promise<ShiftHandover[]> {
  const rows = await selectHandovers(db)
    .where(sql<boolean>`shift.building_ids && ${reachableBuildingIds(reader, buildings)}`)
    .orderBy('shift.at', 'desc')
    .orderBy('shift.id', 'desc')
    .limit(HANDOVERS_MAX + 1)
    .execute();
  return rows.slice(0, HANDOVERS_MAX).map((row, index) => toHandover(row, rows[index + 1], index === 0, reader));
}

/** Inserts a hand-over, which ends a shift. @returns its id */
export async function insertHandover(
  trx: Db,
  reader: Principal,
  buildings: readonly number[],
  at: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('shift_handovers')
    .values({ user_id: reader.user, at, building_ids: [...buildings] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Locks a hand-over until the transaction ends; `scope` requires that it includes a building in reach, or that the reader made
 * it.
 * @returns null if there is none
 */
export async function lockHandover(trx: Db, reader: Principal, id: number, scope: 'in reach' | 'own') {
  const row = await trx
    .selectFrom('shift_handovers')
    .where('id', '=', id)
    .where(
      scope === 'own' ? sql<boolean>`user_id = ${reader.user}` : sql<boolean>`building_ids && ${idsInReach(reader)}`,
    )
    .select(['id', 'accepted_at'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a hand-over as accepted by the reader. */
export async function acceptHandover(trx: Db, reader: Principal, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('shift_handovers')
    .set({ accepted_by: reader.user, accepted_at: at })
    .where('id', '=', id)
    .execute();
}

/** Deletes a hand-over. */
export async function deleteHandover(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('shift_handovers').where('id', '=', id).execute();
}

/** Whether a hand-over still exists. */
export async function hasHandover(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('shift_handovers').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

const selectNotes = (db: Db) =>
  db
    .selectFrom('shift_notes as note')
    .leftJoin('users as writer', 'writer.id', 'note.user_id')
    .select([
      'note.id',
      'note.at',
      'note.body',
      'writer.id as user',
      'writer.first_name as first',
      'writer.last_name as last',
      sql<number | null>`cardinality(note.building_ids)`.as('buildings'),
    ]);

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number];

const showNote = (row: NoteRow, reader: Principal): ShiftNote => ({
  id: row.id,
  at: row.at.toISOString(),
  text: row.body,
  by: toPersonName(row),
  own: row.user === reader.user,
  buildings: row.buildings,
});

/** Notes of the last weeks for buildings in reach and for the reader's company, newest first. */
export async function listNotes(
  db: Db,
  reader: Principal,
  buildings: readonly number[] | null,
  now: Date,
): Promise<ShiftNote[]> {
  const rows = await selectNotes(db)
    .where('note.at', '>', new Date(now.getTime() - NOTES_SHOWN.days * 86_400_000))
    .where(
      sql<boolean>`(note.building_ids && ${reachableBuildingIds(reader, buildings)} or note.building_ids is null
        and note.company_id is not distinct from (select company_id from users where id = ${reader.user}))`,
    )
    .orderBy('note.at', 'desc')
    .orderBy('note.id', 'desc')
    .limit(NOTES_SHOWN.most)
    .execute();
  return rows.map((row) => showNote(row, reader));
}

/** Number of notes that a person has written since a moment. */
export async function countNotes(db: Db, { user }: Principal, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('shift_notes')
    .where('user_id', '=', user)
    .where('at', '>', since)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Inserts a note. */
export async function insertNote(
  trx: Db,
  reader: Principal,
  { text, buildings }: { text: string; buildings: readonly number[] | null },
  at: Date,
): Promise<ShiftNote> {
  const { id } = await trx
    .insertInto('shift_notes')
    .values(({ selectFrom }) => ({
      user_id: reader.user,
      company_id: selectFrom('users').where('id', '=', reader.user).select('company_id'),
      at,
      body: text,
      building_ids: buildings && [...buildings],
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return showNote(await selectNotes(trx).where('note.id', '=', id).executeTakeFirstOrThrow(), reader);
}

/** Whether a note still exists. */
export async function hasNote(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('shift_notes').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

/** Deletes the reader's own note. @returns its text; null if there was no note */
export async function deleteNote(trx: Db, { user }: Principal, id: number): Promise<string | null> {
  const row = await trx
    .deleteFrom('shift_notes')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .returning('body')
    .executeTakeFirst();
  return row?.body ?? null;
}

/** Deletes notes and hand-overs from before a moment. */
export async function sweepShifts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('shift_notes').where('at', '<', before).execute();
  await db.deleteFrom('shift_handovers').where('at', '<', before).execute();
}
