import { sql } from 'kysely';
import type { ShiftHandover, ShiftNote } from '#resources/protocol/shift/shift.ts';
import { HANDOVERS_MOST, NOTES_SHOWN } from '#resources/protocol/shift/shift-bounds.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, idsInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Ids of the buildings in reach, limited to the named ones if there are any. */
const shownBuildings = ({ user }: Principal, buildings: readonly number[] | null) =>
  buildings
    ? sql<number[]>`array(select distinct entrances.building_id from user_porches held
        join porches entrances on entrances.id = held.porch_id
        where held.user_id = ${user} and entrances.building_id = any(${[...buildings]}::integer[]))`
    : idsInReach({ user });

/** Ids of the named buildings that are in reach; null names all in reach. */
export async function buildingsInReach(db: Db, reader: Principal, named: readonly number[] | null): Promise<number[]> {
  const rows = await db
    .selectFrom('buildings')
    .where(buildingInReach(reader, 'buildings.id'))
    .$if(named !== null, (query) => query.where(sql<boolean>`id = any(${[...(named ?? [])]}::integer[])`))
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

type Name = { user: number | null; first: string | null; last: string | null };

const asPerson = ({ user, first, last }: Name) =>
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

const shownHandover = (
  row: HandoverRow,
  before: HandoverRow | undefined,
  isLast: boolean,
  reader: Principal,
): ShiftHandover => ({
  id: row.id,
  at: row.at.toISOString(),
  since: before?.at.toISOString() ?? null,
  by: asPerson(row),
  accepted: row.accepted_at && {
    at: row.accepted_at.toISOString(),
    by: asPerson({ user: row.taker, first: row.taker_first, last: row.taker_last }),
  },
  may_take_back: isLast && row.user === reader.user && row.accepted_at === null,
});

/** Shifts that ended in buildings in reach, the newest first. */
export async function handovers(
  db: Db,
  reader: Principal,
  buildings: readonly number[] | null,
): Promise<ShiftHandover[]> {
  const rows = await selectHandovers(db)
    .where(sql<boolean>`shift.building_ids && ${shownBuildings(reader, buildings)}`)
    .orderBy('shift.at', 'desc')
    .orderBy('shift.id', 'desc')
    .limit(HANDOVERS_MOST + 1)
    .execute();
  return rows.slice(0, HANDOVERS_MOST).map((row, at) => shownHandover(row, rows[at + 1], at === 0, reader));
}

/** Ends a shift. @returns its id */
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
 * A shift that ended, held until the transaction ends: in some building in reach, or given by the reader.
 * @returns null when there is none
 */
export async function handoverToChange(trx: Db, reader: Principal, id: number, whose: 'in reach' | 'own') {
  const row = await trx
    .selectFrom('shift_handovers')
    .where('id', '=', id)
    .where(
      whose === 'own' ? sql<boolean>`user_id = ${reader.user}` : sql<boolean>`building_ids && ${idsInReach(reader)}`,
    )
    .select(['id', 'accepted_at'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes a shift over. */
export async function acceptHandover(trx: Db, reader: Principal, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('shift_handovers')
    .set({ accepted_by: reader.user, accepted_at: at })
    .where('id', '=', id)
    .execute();
}

/** Takes a hand-over back. */
export async function deleteHandover(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('shift_handovers').where('id', '=', id).execute();
}

/** Whether a hand-over is still there. */
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

const shownNote = (row: NoteRow, reader: Principal): ShiftNote => ({
  id: row.id,
  at: row.at.toISOString(),
  text: row.body,
  by: asPerson(row),
  own: row.user === reader.user,
  buildings: row.buildings,
});

/** Notes of the last weeks for buildings in reach and for the reader's company, the newest first. */
export async function notes(
  db: Db,
  reader: Principal,
  buildings: readonly number[] | null,
  now: Date,
): Promise<ShiftNote[]> {
  const rows = await selectNotes(db)
    .where('note.at', '>', new Date(now.getTime() - NOTES_SHOWN.days * 86_400_000))
    .where(
      sql<boolean>`(note.building_ids && ${shownBuildings(reader, buildings)} or note.building_ids is null
        and note.company_id is not distinct from (select company_id from users where id = ${reader.user}))`,
    )
    .orderBy('note.at', 'desc')
    .orderBy('note.id', 'desc')
    .limit(NOTES_SHOWN.most)
    .execute();
  return rows.map((row) => shownNote(row, reader));
}

/** How many notes a person has written since a moment. */
export async function countNotes(db: Db, { user }: Principal, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('shift_notes')
    .where('user_id', '=', user)
    .where('at', '>', since)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Writes a note. @returns it */
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
  return shownNote(await selectNotes(trx).where('note.id', '=', id).executeTakeFirstOrThrow(), reader);
}

/** Whether a note is still there. */
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

/** Forgets notes and hand-overs of before a moment. */
export async function sweepShifts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('shift_notes').where('at', '<', before).execute();
  await db.deleteFrom('shift_handovers').where('at', '<', before).execute();
}
