import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { orderedField, type StateField, stateLabel } from '#resources/language/moves.ts';
import { TASK_ORDER_STEP } from '#resources/limits.ts';
import type { BoardOrderAnswer, BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { fitsBetween, orderBetween, spaceOut } from '#resources/rules/requests/order.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { unplacedOrder } from './board-order.ts';
import { type Changing, toChange } from './changes.ts';
import { asJsonb, jsonColumn } from './columns.ts';
import { readerView } from './field-rights.ts';
import { visibleIds } from './queries.ts';
import { refuseRecord } from './write.ts';

/**
 * Places of records in the columns of a board that is ordered by hand. They are no part of a record: placing it is in no history, makes
 * no edit conflict and notifies nobody. Only while the section is held (`writing.ts`), so that a place that was looked at stays true.
 */

/** A column of a board without the record that is to be placed in it. */
interface PlaceInColumn {
  trx: Db;
  /** As the person who places it sees the section. */
  resource: Resource;
  field: StateField;
  state: string;
  /** The record that is to be placed. */
  id: number;
}

const cardsOf = ({ trx, resource, field, state, id }: PlaceInColumn) =>
  trx
    .selectFrom('records')
    .where('records.resource', '=', sql.lit(resource.name))
    .where('records.deleted_at', 'is', null)
    .where(sql<boolean>`${jsonColumn(field.wire)} = ${asJsonb(state)}`)
    .where('records.id', '!=', id);

/** The least or the greatest order in a column, of those beyond a bound. */
async function nearest(
  column: PlaceInColumn,
  end: 'least' | 'greatest',
  bound: number | null = null,
): Promise<number | null> {
  const row = await cardsOf(column)
    .where('records.board_order', 'is not', null)
    .$if(bound !== null, (query) => query.where('records.board_order', end === 'least' ? '>' : '<', bound))
    .orderBy('records.board_order', end === 'least' ? 'asc' : 'desc')
    .limit(1)
    .select('records.board_order')
    .executeTakeFirst();
  return row?.board_order ?? null;
}

/** Gives places to the records of a column that have none, as they stand below the placed ones, down to one of them. */
async function placeDownTo(column: PlaceInColumn, last: number): Promise<number> {
  const greatest = (await nearest(column, 'greatest')) ?? 0;
  const unplaced = cardsOf(column)
    .where('records.board_order', 'is', null)
    .select(['records.id', sql<number>`row_number() over (order by ${unplacedOrder(column.resource)})`.as('place')]);
  const { rows } = await sql<{ id: number; board_order: number }>`with unplaced as (${unplaced})
    update records set board_order = ${greatest}::float8 + unplaced.place * ${TASK_ORDER_STEP}::float8
    from unplaced
    where records.id = unplaced.id and unplaced.place <= (select place from unplaced where id = ${last}::int)
    returning records.id, records.board_order`.execute(column.trx);
  return rows.find(({ id }) => id === last)?.board_order ?? greatest;
}

/** Moves the cards below an order down, never past each other, so that one more fits in. @returns its order */
async function makeRoom(column: PlaceInColumn, above: number): Promise<number> {
  const below = await cardsOf(column)
    .where('records.board_order', '>', above)
    .orderBy('records.board_order')
    .select(['records.id', 'records.board_order'])
    .execute();
  const { order, pushed } = spaceOut(
    above,
    below.map((row) => row.board_order ?? 0),
  );
  const ids = pushed.map(({ index }) => below[index]?.id ?? 0);
  const places = pushed.map((one) => one.order);
  await sql`update records set board_order = pushed.place
    from unnest(${ids}::integer[], ${places}::double precision[]) as pushed (id, place)
    where records.id = pushed.id`.execute(column.trx);
  return order;
}

/** The order of a record for a place, as things truly are now; others may be placed or moved down for it. */
async function settleOrder(changing: Changing, column: PlaceInColumn, place: BoardPlace): Promise<number> {
  const { trx, resource, reader } = changing;
  const named = [place.after, place.before].flatMap((one) => one ?? []);
  const reachable = named.length ? await visibleIds(trx, reader, resource, named) : [];
  const rows = reachable.length
    ? await cardsOf(column).where('records.id', 'in', reachable).select(['records.id', 'records.board_order']).execute()
    : [];
  const [after, before] = [place.after, place.before].map((id) => rows.find((row) => row.id === id));
  if (after) {
    const above = after.board_order ?? (await placeDownTo(column, after.id));
    return between(column, above, await nearest(column, 'least', above));
  }
  // Records without a place stand below all that have one.
  if (before?.board_order === null) return between(column, await nearest(column, 'greatest'), null);
  if (before) return between(column, await nearest(column, 'greatest', before.board_order), before.board_order);
  return between(column, null, await nearest(column, 'least'));
}

async function between(column: PlaceInColumn, above: number | null, below: number | null): Promise<number> {
  const order = orderBetween(above, below);
  return above === null || fitsBetween(order, above, below) ? order : makeRoom(column, above);
}

/** The field whose columns the reader orders by hand. @throws ApiError not_found for a section without such a board */
function readerField({ reader, resource }: Changing): StateField {
  const field = orderedField(resource);
  if (!field || orderedField(readerView(reader, resource))?.name !== field.name) throw new ApiError('not_found');
  return field;
}

/** Writes where a record stands. */
const writeOrder = (trx: Db, id: number, order: number | null) =>
  trx.updateTable('records').set({ board_order: order }).where('id', '=', id).execute();

/** Where a record stands that is held by `toChange`. */
async function heldOrder(trx: Db, id: number): Promise<number | null> {
  const row = await trx.selectFrom('records').where('id', '=', id).select('board_order').executeTakeFirst();
  return row?.board_order ?? null;
}

/**
 * Puts a record at a place in the column that it stands in.
 * @throws ApiError move_closed where it is in another column by now
 */
export async function placeRecord(
  changing: Changing,
  id: number,
  { state, ...place }: BoardPlace & { state: string },
): Promise<BoardOrderAnswer> {
  const { trx, resource, reader } = changing;
  const field = readerField(changing);
  const { data } = await toChange(changing, id);
  await refuseRecord(trx, reader, resource, data);
  if (data[field.wire] !== state)
    throw new ApiError('move_closed', { state: stateLabel(field.process.states, data[field.wire]) });
  const was = await heldOrder(trx, id);
  const order = await settleOrder(changing, { trx, resource: readerView(reader, resource), field, state, id }, place);
  await writeOrder(trx, id, order);
  return { order, was };
}

/** Takes a placing back. @throws ApiError too_late_to_undo where the record was moved or placed anew since */
export async function takePlacingBack(
  changing: Changing,
  id: number,
  { order, was }: BoardOrderAnswer,
): Promise<{ order: number | null }> {
  const { trx, resource, reader } = changing;
  readerField(changing);
  const { data } = await toChange(changing, id);
  await refuseRecord(trx, reader, resource, data);
  if ((await heldOrder(trx, id)) !== order) throw new ApiError('too_late_to_undo');
  await writeOrder(trx, id, was);
  return { order: was };
}

/**
 * Gives a record that was just moved its place in the new column: the named one, else below those that were placed.
 * @param moved name of the field that the move has changed
 */
export async function placeMoved(
  changing: Changing,
  id: number,
  moved: { field: string; state: string },
  place: BoardPlace | undefined,
): Promise<void> {
  const { trx, resource, reader } = changing;
  const field = orderedField(resource);
  if (field?.name !== moved.field) return;
  await trx
    .updateTable('records')
    .set(({ ref }) => ({ former_board_order: ref('board_order'), board_order: null }))
    .where('id', '=', id)
    .execute();
  if (place) {
    const column = { trx, resource: readerView(reader, resource), field, state: moved.state, id };
    await writeOrder(trx, id, await settleOrder(changing, column, place));
  }
}

/** Puts a record whose move was taken back where it stood before. @param field name of the field that the move had changed */
export async function placeBack({ trx, resource }: Changing, id: number, field: string): Promise<void> {
  if (orderedField(resource)?.name !== field) return;
  await trx
    .updateTable('records')
    .set(({ ref }) => ({ board_order: ref('former_board_order') }))
    .where('id', '=', id)
    .execute();
}
