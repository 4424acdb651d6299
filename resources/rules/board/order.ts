import { BOARD_ORDER_STEP } from '../../limits.ts';

/**
 * Arithmetic of a card's place in its column of a board (TASK-36, TASK-37). Smaller stands higher. The console sends what
 * `orderBetween` gives as an intent; the server checks it under a lock, makes room where there is none left, and answers
 * the true orders.
 */

/** Greatest order that is taken, either way: beyond it a step of 0.001 would drown in a double. */
export const ORDER_MAX = 1_000_000_000;

/** Two orders closer than this leave no room for a third one. */
export const ORDER_GAP = 1e-9;

/** Most cards that are pushed down by a generous step; beyond that the step gets finer. */
const PUSHED = 32;
/** Steps by which cards are spaced out, the generous ones first. */
const STEPS = [BOARD_ORDER_STEP, BOARD_ORDER_STEP / 10, BOARD_ORDER_STEP / 100, BOARD_ORDER_STEP / 1000] as const;

/**
 * The order of a card between two others of a column.
 * @param above order of the card above, null at the upper end
 * @param below order of the card below, null at the lower end
 * @returns the midpoint; at an end the neighbour ∓ 0.001; in an empty column 1
 */
export function orderBetween(above: number | null, below: number | null): number {
  if (above !== null && below !== null) return above / 2 + below / 2;
  if (below !== null) return below - BOARD_ORDER_STEP;
  return above === null ? 1 : above + BOARD_ORDER_STEP;
}

/** Whether a card with this order stands between these two, with room to both; null = that end is open. */
export function fitsBetween(order: number, above: number | null, below: number | null): boolean {
  if (!(Math.abs(order) <= ORDER_MAX)) return false;
  return (above === null || order - above >= ORDER_GAP) && (below === null || below - order >= ORDER_GAP);
}

/** A pushed card: its place among those given, and its new order. */
export interface Pushed {
  index: number;
  order: number;
}

/**
 * Makes room for one more card right below `above`. Cards only move down, and never past each other, so that reading
 * the column page by page (`from_order`) skips none of them.
 * @param above order of the card above
 * @param below orders of the cards below it, from the top
 * @returns the new card's order, and the cards that moved
 */
export function spaceOut(above: number, below: readonly number[]): { order: number; pushed: Pushed[] } {
  for (const step of STEPS) {
    const pushed = pushedBy(above, below, step);
    if (pushed.length <= PUSHED || step === STEPS.at(-1)) return { order: above + step, pushed };
  }
  return { order: above + BOARD_ORDER_STEP, pushed: [] };
}

function pushedBy(above: number, below: readonly number[], step: number): Pushed[] {
  const pushed: Pushed[] = [];
  let last = above + step;
  for (const [index, order] of below.entries()) {
    if (order - last >= step) break;
    last += step;
    pushed.push({ index, order: last });
  }
  return pushed;
}
