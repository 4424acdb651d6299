import { sql } from 'kysely';
import { fitsBetween, ORDER_GAP, orderBetween, spaceOut } from '#resources/rules/board/order.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';

// Positions on the board of requests; for boards of added sections see server/records/board-places.ts.

/** A requested position on the board; it is checked against the stored orders under the lock. */
export interface RequestedPosition {
  /** The card that moves; null for a new one. */
  id: number | null;
  stage: TaskStage;
  /** Order as the client sent it. */
  order?: number | undefined;
  /** Ids of the neighbours; null or missing if none is named. */
  after?: number | null | undefined;
  before?: number | null | undefined;
}

/** A card with its order. */
export interface CardOrder {
  id: number;
  order: number;
}

/** Number of cards below that are read first; the whole column is read only if more must be shifted, which is rare. */
const NEARBY_COUNT = 200;

/**
 * Locks the board for this transaction, so that changes of requests are serialised: a checked position stays valid, and versions
 * become visible in their order. Call it before anything else.
 * @returns the version that this transaction writes
 */
export async function lockBoard(trx: Db): Promise<number> {
  // The version is drawn only after the lock is acquired.
  const { rows } = await sql<{ version: number }>`select case
    when pg_advisory_xact_lock(hashtextextended('task board', 0)) is not null then nextval('task_versions') end as version`.execute(
    trx,
  );
  return Number(rows[0]?.version);
}

/** The cards of a column except the moved one. */
const otherCards = (trx: Db, { id, stage }: RequestedPosition) =>
  trx
    .selectFrom('tasks')
    .where('stage', '=', stage)
    .$if(id !== null, (query) => query.where('id', '!=', id ?? 0));

/** Order of the nearest card below `above`, or of the column's first card if `above` is null. */
async function nextBelow(trx: Db, place: RequestedPosition, above: number | null): Promise<number | null> {
  const row = await otherCards(trx, place)
    .$if(above !== null, (query) => query.where('board_order', '>', above ?? 0))
    .orderBy('board_order')
    .limit(1)
    .select('board_order')
    .executeTakeFirst();
  return row?.board_order ?? null;
}

/** Order of the nearest card above `below`. @param isInclusive whether a card at exactly that order counts */
async function nextAbove(
  trx: Db,
  place: RequestedPosition,
  below: number,
  isInclusive: boolean,
): Promise<number | null> {
  const row = await otherCards(trx, place)
    .where('board_order', isInclusive ? '<=' : '<', below)
    .orderBy('board_order', 'desc')
    .limit(1)
    .select('board_order')
    .executeTakeFirst();
  return row?.board_order ?? null;
}

/**
 * Surroundings of a requested position, in one query: orders of the named neighbours, if they are in this column and visible to
 * the mover, and whether another card has the requested order or one too close to it.
 */
async function selectSurroundings(trx: Db, viewer: TaskViewer, place: RequestedPosition) {
  const { after, before, order } = place;
  const selectOrder = (id: number | null | undefined) =>
    otherCards(trx, place)
      .where('id', '=', id ?? 0)
      .where(taskInReach(viewer))
      .select('board_order');
  const near = otherCards(trx, place)
    .where('board_order', '>', (order ?? 0) - ORDER_GAP)
    .where('board_order', '<', (order ?? 0) + ORDER_GAP)
    .limit(1)
    .select('id');
  return trx
    .selectNoFrom([selectOrder(after).as('after'), selectOrder(before).as('before'), near.as('taken')])
    .executeTakeFirstOrThrow();
}

/** Orders between which the card goes, by the current state of the column. */
async function orderBounds(
  trx: Db,
  place: RequestedPosition,
  { after, before }: Awaited<ReturnType<typeof selectSurroundings>>,
) {
  // If the neighbours have swapped meanwhile, the card follows the upper one.
  if (after !== null) {
    const below = before !== null && before > after ? before : await nextBelow(trx, place, after);
    return { above: after, below };
  }
  if (before !== null) return { above: await nextAbove(trx, place, before, false), below: before };
  // No named neighbour is in the column: use the requested order, or the top if there is none.
  if (place.order === undefined) return { above: null, below: await nextBelow(trx, place, null) };
  const above = await nextAbove(trx, place, place.order, true);
  return { above, below: await nextBelow(trx, place, above ?? Number.NEGATIVE_INFINITY) };
}

/**
 * Final order of a card for a requested position (TASK-36, TASK-37): the requested order if it is free and between the
 * neighbours, else as close to the upper neighbour as possible. Without room the cards below are shifted down in their sequence;
 * `pushed` lists them, and the caller writes them.
 */
export async function settlePlace(
  trx: Db,
  viewer: TaskViewer,
  place: RequestedPosition,
): Promise<{ order: number; pushed: CardOrder[] }> {
  const around = await selectSurroundings(trx, viewer, place);
  const { above, below } = await orderBounds(trx, place, around);
  const { order: requestedOrder } = place;
  if (requestedOrder !== undefined && fitsBetween(requestedOrder, above, below) && around.taken === null) {
    return { order: requestedOrder, pushed: [] };
  }
  if (above === null) return { order: orderBetween(null, below), pushed: [] };
  const next = below === null ? null : await nextBelow(trx, place, above);
  const order = orderBetween(above, next);
  if (fitsBetween(order, above, next)) return { order, pushed: [] };
  return makeRoom(trx, place, above);
}

async function makeRoom(
  trx: Db,
  place: RequestedPosition,
  above: number,
): Promise<{ order: number; pushed: CardOrder[] }> {
  const selectFollowing = (limit: number | null) =>
    otherCards(trx, place)
      .where('board_order', '>', above)
      .orderBy('board_order')
      .$if(limit !== null, (query) => query.limit(limit ?? 1))
      .select(['id', 'board_order'])
      .execute();
  const near = await selectFollowing(NEARBY_COUNT);
  const room = spaceOut(
    above,
    near.map((row) => row.board_order),
  );
  // Shifting may affect cards beyond the ones read so far.
  const rows = room.pushed.length < NEARBY_COUNT ? near : await selectFollowing(null);
  const { order, pushed } =
    rows === near
      ? room
      : spaceOut(
          above,
          rows.map((row) => row.board_order),
        );
  return { order, pushed: pushed.flatMap(({ index, order }) => ({ id: rows[index]?.id ?? 0, order })) };
}

/**
 * Writes the new orders of shifted cards. The constraint is deferred, because two orders may be equal until the move itself is
 * written.
 */
export async function pushDown(trx: Db, pushed: readonly CardOrder[], version: number): Promise<void> {
  if (!pushed.length) return;
  await sql`set constraints tasks_board_order deferred`.execute(trx);
  await sql`update tasks set board_order = pushed.place, version = ${version}
    from unnest(${pushed.map(({ id }) => id)}::integer[], ${pushed.map(({ order }) => order)}::double precision[])
      as pushed (id, place)
    where tasks.id = pushed.id`.execute(trx);
}
