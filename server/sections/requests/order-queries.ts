import { sql } from 'kysely';
import { fitsBetween, ORDER_GAP, orderBetween, spaceOut } from '#resources/rules/board/order.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';

// Places on the board of requests; boards of added sections: server/records/board-places.ts.

/** A requested place on the board; compared with the true order under the lock. */
export interface MeantPlace {
  /** The card that moves; null for a new one. */
  id: number | null;
  stage: TaskStage;
  /** The decimal of the wire. */
  order?: number | undefined;
  /** Neighbours by id; null and left out: none is named. */
  after?: number | null | undefined;
  before?: number | null | undefined;
}

/** A card's order. */
export interface Placed {
  id: number;
  order: number;
}

/** How many cards below are read first; the whole column is read only where more have to move, which only the finest step needs. */
const NEARBY = 200;

/**
 * Takes the board for this transaction: changes of requests come one after another, so that a place that was looked at
 * stays true, and versions come to light in their order. Call it before anything else.
 * @returns the version that this transaction writes
 */
export async function lockBoard(trx: Db): Promise<number> {
  // In this order: the number is drawn once the lock is held.
  const { rows } = await sql<{ version: number }>`select case
    when pg_advisory_xact_lock(hashtextextended('task board', 0)) is not null then nextval('task_versions') end as version`.execute(
    trx,
  );
  return Number(rows[0]?.version);
}

/** The cards of a column except the moved one. */
const otherCards = (trx: Db, { id, stage }: MeantPlace) =>
  trx
    .selectFrom('tasks')
    .where('stage', '=', stage)
    .$if(id !== null, (query) => query.where('id', '!=', id ?? 0));

/** Order of the nearest card below an order; of the column's first where `above` is null. */
async function nextBelow(trx: Db, place: MeantPlace, above: number | null): Promise<number | null> {
  const row = await otherCards(trx, place)
    .$if(above !== null, (query) => query.where('board_order', '>', above ?? 0))
    .orderBy('board_order')
    .limit(1)
    .select('board_order')
    .executeTakeFirst();
  return row?.board_order ?? null;
}

/** Order of the nearest card above an order. @param isInclusive a card at exactly that order counts too */
async function nextAbove(trx: Db, place: MeantPlace, below: number, isInclusive: boolean): Promise<number | null> {
  const row = await otherCards(trx, place)
    .where('board_order', isInclusive ? '<=' : '<', below)
    .orderBy('board_order', 'desc')
    .limit(1)
    .select('board_order')
    .executeTakeFirst();
  return row?.board_order ?? null;
}

/**
 * The surroundings of an intended place, in one query: orders of the named neighbours, as far as they stand in this column and the
 * mover sees them, and whether another card stands at the meant order, or too near to it.
 */
async function lookRound(trx: Db, viewer: TaskViewer, place: MeantPlace) {
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

/** Between which orders the card is to stand, as things truly are now. */
async function orderBounds(trx: Db, place: MeantPlace, { after, before }: Awaited<ReturnType<typeof lookRound>>) {
  // Neighbours that have changed places meanwhile: the upper one is followed.
  if (after !== null) {
    const below = before !== null && before > after ? before : await nextBelow(trx, place, after);
    return { above: after, below };
  }
  if (before !== null) return { above: await nextAbove(trx, place, before, false), below: before };
  // None of the named neighbours is there: the number is all there is to go by, and without one the card comes first.
  if (place.order === undefined) return { above: null, below: await nextBelow(trx, place, null) };
  const above = await nextAbove(trx, place, place.order, true);
  return { above, below: await nextBelow(trx, place, above ?? Number.NEGATIVE_INFINITY) };
}

/**
 * The true order of a card for a requested place (TASK-36, TASK-37). The order that the client sent is taken when it stands
 * between the neighbours and is free; else the card comes as near to the upper neighbour as it can. Where no room is left the cards
 * below are moved down, never past each other; they are not yet written, `pushed` says which.
 */
export async function settlePlace(
  trx: Db,
  viewer: TaskViewer,
  place: MeantPlace,
): Promise<{ order: number; pushed: Placed[] }> {
  const around = await lookRound(trx, viewer, place);
  const { above, below } = await orderBounds(trx, place, around);
  const { order: meant } = place;
  if (meant !== undefined && fitsBetween(meant, above, below) && around.taken === null) {
    return { order: meant, pushed: [] };
  }
  if (above === null) return { order: orderBetween(null, below), pushed: [] };
  const next = below === null ? null : await nextBelow(trx, place, above);
  const order = orderBetween(above, next);
  if (fitsBetween(order, above, next)) return { order, pushed: [] };
  return makeRoom(trx, place, above);
}

async function makeRoom(trx: Db, place: MeantPlace, above: number): Promise<{ order: number; pushed: Placed[] }> {
  const following = (most: number | null) =>
    otherCards(trx, place)
      .where('board_order', '>', above)
      .orderBy('board_order')
      .$if(most !== null, (query) => query.limit(most ?? 1))
      .select(['id', 'board_order'])
      .execute();
  const near = await following(NEARBY);
  const room = spaceOut(
    above,
    near.map((row) => row.board_order),
  );
  // Shifting may affect cards beyond the ones read so far.
  const rows = room.pushed.length < NEARBY ? near : await following(null);
  const { order, pushed } =
    rows === near
      ? room
      : spaceOut(
          above,
          rows.map((row) => row.board_order),
        );
  return { order, pushed: pushed.flatMap(({ index, order }) => ({ id: rows[index]?.id ?? 0, order })) };
}

/** Writes new orders of cards that made room. The move itself follows in the same transaction: until then two may be equal. */
export async function pushDown(trx: Db, pushed: readonly Placed[], version: number): Promise<void> {
  if (!pushed.length) return;
  await sql`set constraints tasks_board_order deferred`.execute(trx);
  await sql`update tasks set board_order = pushed.place, version = ${version}
    from unnest(${pushed.map(({ id }) => id)}::integer[], ${pushed.map(({ order }) => order)}::double precision[])
      as pushed (id, place)
    where tasks.id = pushed.id`.execute(trx);
}
