import { BOARD_ORDER_STEP } from '../../limits.ts';

/**
 * Arithmetic of a card's order in its column of a board (TASK-36, TASK-37); smaller values are higher up. The console sends the
 * result of `orderBetween` as a wish; the server checks it under a lock, makes room if there is none left, and responds with
 * the final orders.
 */

/** Maximum absolute order; beyond it a step of 0.001 exceeds the precision of a double. */
export const ORDER_MAX = 1_000_000_000;

/** Minimum distance of two orders; closer ones leave no room for a third. */
export const ORDER_GAP = 1e-9;

/** Maximum number of cards that a large step may push down; if it would push more, a finer step is used. */
const PUSHED_MAX = 32;
/** Steps for spacing cards out, largest first. */
const STEPS = [BOARD_ORDER_STEP, BOARD_ORDER_STEP / 10, BOARD_ORDER_STEP / 100, BOARD_ORDER_STEP / 1000] as const;

/**
 * The order of a card between two others of a column.
 * @param above order of the card above, null at the top
 * @param below order of the card below, null at the bottom
 * @returns the midpoint; at an end the neighbour ∓ 0.001; in an empty column 1
 */
export function orderBetween(above: number | null, below: number | null): number {
  if (above !== null && below !== null) return above / 2 + below / 2;
  if (below !== null) return below - BOARD_ORDER_STEP;
  return above === null ? 1 : above + BOARD_ORDER_STEP;
}

/** Whether a card with this order is between these two, with enough distance to both; null = no neighbour. */
export function fitsBetween(order: number, above: number | null, below: number | null): boolean {
  if (!(Math.abs(order) <= ORDER_MAX)) return false;
  return (above === null || order - above >= ORDER_GAP) && (below === null || below - order >= ORDER_GAP);
}

/** A card that was pushed down: its index in the given list, and its new order. */
export interface PushedCard {
  index: number;
  order: number;
}

/**
 * Makes room for one more card right below `above`. Cards only move down and never past each other, so that paging through the
 * column (`from_order`) skips none of them.
 * @param above order of the card above
 * @param below orders of the cards below it, from the top
 * @returns the new card's order, and the cards that were moved
 */
export function spaceOut(above: number, below: readonly number[]): { order: number; pushed: PushedCard[] } {
  for (const step of STEPS) {
    const pushed = pushDown(above, below, step);
    if (pushed.length <= PUSHED_MAX || step === STEPS.at(-1)) return { order: above + step, pushed };
  }
  return { order: above + BOARD_ORDER_STEP, pushed: [] };
}

function pushDown(above: number, below: readonly number[], step: number): PushedCard[] {
  const pushed: PushedCard[] = [];
  let last = above + step;
  for (const [index, order] of below.entries()) {
    if (order - last >= step) break;
    last += step;
    pushed.push({ index, order: last });
  }
  return pushed;
}
