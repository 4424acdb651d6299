import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { ORDER_MAX } from '#resources/rules/board/order.ts';

const neighbour = z
  .number('validation.number')
  .int('validation.number')
  .positive('validation.number')
  .max(ID_MAX, 'validation.numberHigh')
  .nullable()
  .default(null);

const state = z.string({ error: 'validation.required' }).max(200, 'validation.tooLong');

const order = z.number('validation.number').min(-ORDER_MAX, 'validation.number').max(ORDER_MAX, 'validation.number');

/**
 * The new place of a card in a column: right below the record `after`; if that is null or has left the column, right above
 * `before`; without either, first.
 */
export const boardPlace = z.object({ after: neighbour, before: neighbour });
export type BoardPlace = z.output<typeof boardPlace>;

/**
 * `POST /api/records/{resource}/{id}/order/` (ours, `boardOrder`): places a record in its column of a board that is ordered by
 * hand. `state`: the column as the client sees it; a record that is in another column by now is not placed.
 */
export const boardOrderBody = boardPlace.extend({ state });

/** Result: the column, and the record's order now and before; null: it was never placed. */
export const boardOrderAnswer = z.object({ state: z.string(), order: z.number(), was: z.number().nullable() });
export type BoardOrderAnswer = z.output<typeof boardOrderAnswer>;

/** `POST …/order/undo/`: undoes it, with its response as body, unless the record was moved or placed again since. */
export const boardOrderUndo = z.object({ state, order, was: order.nullable() });

/** The restored order; null: the record is not placed by hand. */
export const boardOrderUndone = z.object({ order: z.number().nullable() });
