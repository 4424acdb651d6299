import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { orderedField, type StateField, stateLabel } from '#resources/language/moves.ts';
import { BOARD_ORDER_STEP } from '#resources/limits.ts';
import type { BoardOrderAnswer, BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { fitsBetween, orderBetween, spaceOut } from '#resources/rules/board/order.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { unplacedOrder } from './board-order.ts';
import { type Changing, toChange } from './changes.ts';
import { asJsonb, jsonColumn } from './columns.ts';
import { readerView } from './field-rights.ts';
import { restorableSince } from './kit/undo.ts';
import { visibleIds } from './queries.ts';
import { refuseRecord } from './write.ts';

/**
 * Places of records in the columns of a board that is ordered by hand: boards of added sections; the board of requests has its own in
 * `server/sections/requests/order-queries.ts`. They are not part of a record: a change of place is in no history, makes
 * no edit conflict and notifies nobody. Only while the section is locked (`writing.ts`), so that a place that was read stays true.
 */

/** A column of a board without the record that is to be placed in it. */
interface PlaceInColumn {
  trx: Db;
  /** The section as the person who places the record sees it. */
  resource: Resource;
  field: StateField;
  state: string;
  /** The record that is to be placed. */
  id: number;
  now: Date;
}

const createColumn = (
  { trx, resource, reader, now }: Changing,
  card: Pick<PlaceInColumn, 'field' | 'state' | 'id'>,
): PlaceInColumn => ({ trx, resource: readerView(reader, resource), now, ...card });

const sectionRecords = ({ trx, resource }: PlaceInColumn) =>
  trx
    .selectFrom('records')
    .where('records.resource', '=', sql.lit(resource.name))
    .where('records.deleted_at', 'is', null);

const isInColumn = ({ field, state }: PlaceInColumn) => sql<boolean>`${jsonColumn(field.wire)} = ${asJsonb(state)}`;

const cardsOf = (column: PlaceInColumn) =>
  sectionRecords(column).where(isInColumn(column)).where('records.id', '!=', column.id);

/** The cards that left a column by moves that can still be undone. */
const justLeft = (column: PlaceInColumn) =>
  sectionRecords(column)
    .where('records.updated_at', '>', restorableSince(column.now))
    .where(sql<boolean>`not ${isInColumn(column)}`)
    .where(
      sql<boolean>`(select audit.action = 'move' and audit.before -> ${sql.lit(column.field.wire)} = ${asJsonb(column.state)}
        from audit where audit.resource = records.resource and audit.record_id = records.id::text
        order by audit.at desc, audit.id desc limit 1)`,
    )
    .select(['records.id', 'records.former_board_order'])
    .execute();

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

/**
 * Numbers the unplaced records of a column (`board_order`) as they stand below the placed ones, down to one of them. The record that is
 * to be placed gets one too where it stands among them, and so do those that just left: after an undo they stand between the same cards.
 */
async function placeDownTo(column: PlaceInColumn, last: number): Promise<number> {
  const leftCards = await justLeft(column);
  const orders = [await nearest(column, 'greatest'), ...leftCards.map((row) => row.former_board_order)];
  const greatest = Math.max(...orders.map((order) => order ?? 0));
  const leftUnplaced = leftCards.filter((row) => row.former_board_order === null).map(({ id }) => id);
  const hasLeft = sql<boolean>`records.id = any(${leftUnplaced}::integer[])`;
  const unplaced = sectionRecords(column)
    .where(({ and, eb, or }) => or([and([isInColumn(column), eb('records.board_order', 'is', null)]), hasLeft]))
    .select(['records.id', hasLeft.as('has_left')])
    .select(sql<number>`row_number() over (order by ${unplacedOrder(column.resource)})`.as('place'));
  const order = sql`${greatest}::float8 + unplaced.place * ${BOARD_ORDER_STEP}::float8`;
  const { rows } = await sql<{ id: number; board_order: number }>`with unplaced as (${unplaced})
    update records set board_order = case when has_left then board_order else ${order} end,
      former_board_order = case when has_left then ${order} else former_board_order end
    from unplaced
    where records.id = unplaced.id and unplaced.place <= (select place from unplaced where id = ${last}::int)
    returning records.id, records.board_order`.execute(column.trx);
  return rows.find(({ id }) => id === last)?.board_order ?? greatest;
}

/** The unplaced card right above another unplaced one. */
async function unplacedAbove(column: PlaceInColumn, below: number): Promise<number | null> {
  const unplaced = cardsOf(column)
    .where('records.board_order', 'is', null)
    .select([
      'records.id',
      sql<number | null>`lag(records.id) over (order by ${unplacedOrder(column.resource)})`.as('above'),
    ]);
  const row = await column.trx
    .selectFrom(unplaced.as('unplaced'))
    .where('unplaced.id', '=', below)
    .select('unplaced.above')
    .executeTakeFirst();
  return row?.above ?? null;
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

/** The order of a record for a place, by the present state; other records may be placed or moved down for it. */
async function settleOrder(changing: Changing, column: PlaceInColumn, place: BoardPlace): Promise<number> {
  const { trx, resource, reader } = changing;
  const belowOrder = async (above: number) => between(column, above, await nearest(column, 'least', above));
  const named = [place.after, place.before].flatMap((one) => one ?? []);
  const reachable = named.length ? await visibleIds(trx, reader, resource, named) : [];
  const rows = reachable.length
    ? await cardsOf(column).where('records.id', 'in', reachable).select(['records.id', 'records.board_order']).execute()
    : [];
  const [after, before] = [place.after, place.before].map((id) => rows.find((row) => row.id === id));
  if (after) return belowOrder(after.board_order ?? (await placeDownTo(column, after.id)));
  if (before?.board_order === null) {
    const above = await unplacedAbove(column, before.id);
    if (above !== null) return belowOrder(await placeDownTo(column, above));
    // Records without a place stand below all that have one.
    return between(column, await nearest(column, 'greatest'), null);
  }
  if (before) return between(column, await nearest(column, 'greatest', before.board_order), before.board_order);
  return between(column, null, await nearest(column, 'least'));
}

async function between(column: PlaceInColumn, above: number | null, below: number | null): Promise<number> {
  const order = orderBetween(above, below);
  return above === null || fitsBetween(order, above, below) ? order : makeRoom(column, above);
}

/** The former order of a card; where another card of the column has it by now, one right below that. */
async function formerOrder(column: PlaceInColumn, storedOrder: number | null): Promise<number | null> {
  if (storedOrder === null) return null;
  const holder = await cardsOf(column)
    .where('records.board_order', '=', storedOrder)
    .select('records.id')
    .limit(1)
    .executeTakeFirst();
  return holder ? between(column, storedOrder, await nearest(column, 'least', storedOrder)) : storedOrder;
}

/** The field whose columns the reader orders by hand. @throws ApiError not_found for a section without such a board */
function readerField({ reader, resource }: Changing): StateField {
  const field = orderedField(resource);
  if (!field || orderedField(readerView(reader, resource))?.name !== field.name) throw new ApiError('not_found');
  return field;
}

/** Writes the place of a record. */
const writeOrder = (trx: Db, id: number, order: number | null) =>
  trx.updateTable('records').set({ board_order: order }).where('id', '=', id).execute();

/** The place of a record that is locked by `toChange`. */
async function heldOrder(trx: Db, id: number): Promise<number | null> {
  const row = await trx.selectFrom('records').where('id', '=', id).select('board_order').executeTakeFirst();
  return row?.board_order ?? null;
}

/**
 * Moves a record to another place in its column.
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
  const order = await settleOrder(changing, createColumn(changing, { field, state, id }), place);
  // Read only now: a record that had no place may have been given one with its neighbours.
  const was = await heldOrder(trx, id);
  await writeOrder(trx, id, order);
  return { state, order, was };
}

/** Takes a placing back. @throws ApiError too_late_to_undo where the record was moved or placed anew since */
export async function takePlacingBack(
  changing: Changing,
  id: number,
  { state, order, was }: BoardOrderAnswer,
): Promise<{ order: number | null }> {
  const { trx, resource, reader } = changing;
  const field = readerField(changing);
  const { data } = await toChange(changing, id);
  await refuseRecord(trx, reader, resource, data);
  const isThere = data[field.wire] === state && (await heldOrder(trx, id)) === order;
  if (!isThere) throw new ApiError('too_late_to_undo');
  const former = await formerOrder(createColumn(changing, { field, state, id }), was);
  await writeOrder(trx, id, former);
  return { order: former };
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
  const { trx, resource } = changing;
  const field = orderedField(resource);
  if (field?.name !== moved.field) return;
  await trx
    .updateTable('records')
    .set(({ ref }) => ({ former_board_order: ref('board_order'), board_order: null }))
    .where('id', '=', id)
    .execute();
  if (place) {
    const column = createColumn(changing, { field, state: moved.state, id });
    await writeOrder(trx, id, await settleOrder(changing, column, place));
  }
}

/**
 * Puts a record whose move was undone back to its former place.
 * @param back name of the field that the move had changed, and the state that the record is in again
 */
export async function placeBack(changing: Changing, id: number, back: { field: string; state: string }): Promise<void> {
  const { trx, resource } = changing;
  const field = orderedField(resource);
  if (field?.name !== back.field) return;
  const row = await trx.selectFrom('records').where('id', '=', id).select('former_board_order').executeTakeFirst();
  const column = createColumn(changing, { field, state: back.state, id });
  await writeOrder(trx, id, await formerOrder(column, row?.former_board_order ?? null));
}
