import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { orderedField, type StateField, stateLabel } from '#resources/language/moves.ts';
import { BOARD_ORDER_STEP } from '#resources/limits.ts';
import type { BoardOrderAnswer, BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { fitsBetween, orderBetween, spaceOut } from '#resources/rules/board/order.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { unplacedOrder } from './board-order.ts';
import { type ChangeContext, loadToChange } from './changes.ts';
import { asJsonb, jsonColumn } from './columns.ts';
import { readerView } from './field-rights.ts';
import { restorableSince } from './kit/undo.ts';
import { visibleIds } from './queries.ts';
import { requireRecordAction } from './write.ts';

/**
 * Positions of records on boards ordered by hand, for added sections; the board of requests has its own in
 * `server/sections/requests/order-queries.ts`. A position is not part of the record: changing it is not in the history, makes no
 * edit conflict and notifies nobody. The section must be locked (`writing.ts`), so that positions read here are still current
 * when written.
 */

/** A board column, seen without the record that is being placed in it. */
interface PlaceInColumn {
  trx: Db;
  /** The section as the acting person sees it. */
  resource: Resource;
  field: StateField;
  state: string;
  /** The record being placed. */
  id: number;
  now: Date;
}

const createColumn = (
  { trx, resource, reader, now }: ChangeContext,
  card: Pick<PlaceInColumn, 'field' | 'state' | 'id'>,
): PlaceInColumn => ({ trx, resource: readerView(reader, resource), now, ...card });

const sectionRecords = ({ trx, resource }: PlaceInColumn) =>
  trx
    .selectFrom('records')
    .where('records.resource', '=', sql.lit(resource.name))
    .where('records.deleted_at', 'is', null);

const isInColumn = ({ field, state }: PlaceInColumn) => sql<boolean>`${jsonColumn(field.wire)} = ${asJsonb(state)}`;

const otherCards = (column: PlaceInColumn) =>
  sectionRecords(column).where(isInColumn(column)).where('records.id', '!=', column.id);

/** Cards that left the column by a move that can still be undone. */
const recentlyLeftCards = (column: PlaceInColumn) =>
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

/** The lowest or highest `board_order` in the column beyond a bound; null for none. */
async function nearestOrder(
  column: PlaceInColumn,
  end: 'least' | 'greatest',
  bound: number | null = null,
): Promise<number | null> {
  const row = await otherCards(column)
    .where('records.board_order', 'is not', null)
    .$if(bound !== null, (query) => query.where('records.board_order', end === 'least' ? '>' : '<', bound))
    .orderBy('records.board_order', end === 'least' ? 'asc' : 'desc')
    .limit(1)
    .select('records.board_order')
    .executeTakeFirst();
  return row?.board_order ?? null;
}

/**
 * Gives the unplaced records of a column a `board_order` in their displayed sequence, down to and including `last`. This covers
 * the record being placed and the cards that just left, so that an undo puts them back between the same cards.
 */
async function placeDownTo(column: PlaceInColumn, last: number): Promise<number> {
  const leftCards = await recentlyLeftCards(column);
  const orders = [await nearestOrder(column, 'greatest'), ...leftCards.map((row) => row.former_board_order)];
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

/** The unplaced card directly above another unplaced one; null for the first. */
async function unplacedAbove(column: PlaceInColumn, below: number): Promise<number | null> {
  const unplaced = otherCards(column)
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

/**
 * Makes room below a card by shifting lower cards down without reordering them.
 * @returns the free `board_order`
 */
async function makeRoom(column: PlaceInColumn, above: number): Promise<number> {
  const below = await otherCards(column)
    .where('records.board_order', '>', above)
    .orderBy('records.board_order')
    .select(['records.id', 'records.board_order'])
    .execute();
  const { order, pushed } = spaceOut(
    above,
    below.map((row) => row.board_order ?? 0),
  );
  const ids = pushed.map(({ index }) => below[index]?.id ?? 0);
  const newOrders = pushed.map((one) => one.order);
  await sql`update records set board_order = pushed.place
    from unnest(${ids}::integer[], ${newOrders}::double precision[]) as pushed (id, place)
    where records.id = pushed.id`.execute(column.trx);
  return order;
}

/** Computes the `board_order` for a requested place; this may number or shift other records. */
async function resolveOrder(changing: ChangeContext, column: PlaceInColumn, place: BoardPlace): Promise<number> {
  const { trx, resource, reader } = changing;
  const belowOrder = async (above: number) => orderInGap(column, above, await nearestOrder(column, 'least', above));
  const neighbourIds = [place.after, place.before].flatMap((one) => one ?? []);
  const reachable = neighbourIds.length ? await visibleIds(trx, reader, resource, neighbourIds) : [];
  const rows = reachable.length
    ? await otherCards(column)
        .where('records.id', 'in', reachable)
        .select(['records.id', 'records.board_order'])
        .execute()
    : [];
  const [after, before] = [place.after, place.before].map((id) => rows.find((row) => row.id === id));
  if (after) return belowOrder(after.board_order ?? (await placeDownTo(column, after.id)));
  if (before?.board_order === null) {
    const above = await unplacedAbove(column, before.id);
    if (above !== null) return belowOrder(await placeDownTo(column, above));
    // Unplaced records are listed below all placed ones.
    return orderInGap(column, await nearestOrder(column, 'greatest'), null);
  }
  if (before) return orderInGap(column, await nearestOrder(column, 'greatest', before.board_order), before.board_order);
  return orderInGap(column, null, await nearestOrder(column, 'least'));
}

async function orderInGap(column: PlaceInColumn, above: number | null, below: number | null): Promise<number> {
  const order = orderBetween(above, below);
  return above === null || fitsBetween(order, above, below) ? order : makeRoom(column, above);
}

/** The former `board_order` of a card, or a free one directly below if another card has taken it. */
async function formerOrder(column: PlaceInColumn, storedOrder: number | null): Promise<number | null> {
  if (storedOrder === null) return null;
  const otherHolder = await otherCards(column)
    .where('records.board_order', '=', storedOrder)
    .select('records.id')
    .limit(1)
    .executeTakeFirst();
  return otherHolder ? orderInGap(column, storedOrder, await nearestOrder(column, 'least', storedOrder)) : storedOrder;
}

/**
 * The state field of the board that the reader may order by hand.
 * @throws ApiError not_found if the section has no such board
 */
function readerField({ reader, resource }: ChangeContext): StateField {
  const field = orderedField(resource);
  if (!field || orderedField(readerView(reader, resource))?.name !== field.name) throw new ApiError('not_found');
  return field;
}

/** Stores the `board_order` of a record. */
const writeOrder = (trx: Db, id: number, order: number | null) =>
  trx.updateTable('records').set({ board_order: order }).where('id', '=', id).execute();

/** The `board_order` of a record locked by `loadToChange`. */
async function readOrder(trx: Db, id: number): Promise<number | null> {
  const row = await trx.selectFrom('records').where('id', '=', id).select('board_order').executeTakeFirst();
  return row?.board_order ?? null;
}

/**
 * Moves a record to another place in its column.
 * @throws ApiError move_closed if it is now in another column
 */
export async function placeRecord(
  changing: ChangeContext,
  id: number,
  { state, ...place }: BoardPlace & { state: string },
): Promise<BoardOrderAnswer> {
  const { trx, resource, reader } = changing;
  const field = readerField(changing);
  const { data } = await loadToChange(changing, id);
  await requireRecordAction(trx, reader, resource, data);
  if (data[field.wire] !== state)
    throw new ApiError('move_closed', { state: stateLabel(field.process.states, data[field.wire]) });
  const order = await resolveOrder(changing, createColumn(changing, { field, state, id }), place);
  // Read only now, because `resolveOrder` may have numbered this record together with its neighbours.
  const was = await readOrder(trx, id);
  await writeOrder(trx, id, order);
  return { state, order, was };
}

/**
 * Undoes a placement.
 * @throws ApiError too_late_to_undo if the record was moved or placed again since
 */
export async function undoPlacement(
  changing: ChangeContext,
  id: number,
  { state, order, was }: BoardOrderAnswer,
): Promise<{ order: number | null }> {
  const { trx, resource, reader } = changing;
  const field = readerField(changing);
  const { data } = await loadToChange(changing, id);
  await requireRecordAction(trx, reader, resource, data);
  const isUnchanged = data[field.wire] === state && (await readOrder(trx, id)) === order;
  if (!isUnchanged) throw new ApiError('too_late_to_undo');
  const restoredOrder = await formerOrder(createColumn(changing, { field, state, id }), was);
  await writeOrder(trx, id, restoredOrder);
  return { order: restoredOrder };
}

/**
 * Places a moved record in its new column: at the requested place, else below the placed ones.
 * @param moved name of the state field, and the new state
 */
export async function placeMovedRecord(
  changing: ChangeContext,
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
    await writeOrder(trx, id, await resolveOrder(changing, column, place));
  }
}

/**
 * Returns a record whose move was undone to its former place.
 * @param back name of the state field, and the restored state
 */
export async function restorePlace(
  changing: ChangeContext,
  id: number,
  back: { field: string; state: string },
): Promise<void> {
  const { trx, resource } = changing;
  const field = orderedField(resource);
  if (field?.name !== back.field) return;
  const row = await trx.selectFrom('records').where('id', '=', id).select('former_board_order').executeTakeFirst();
  const column = createColumn(changing, { field, state: back.state, id });
  await writeOrder(trx, id, await formerOrder(column, row?.former_board_order ?? null));
}
