import * as z from 'zod';
import { boardPlace } from './board-order.ts';

/**
 * `POST /api/records/{resource}/{id}/move/` (ours, `moves`): moves a record to another state and responds with the record.
 * `move`: its name; `values`: values of the fields that it asks for, by wire names; `record_version`: the version that the
 * client has; `order`: the place in the new column, if the server has `boardOrder`. A repeated request with the same
 * `Idempotency-Key` moves nothing twice. `…/move/undo/` undoes the caller's own last move, for 10 s.
 */
export const recordMove = z.object({
  move: z.string({ error: 'validation.required' }).min(1, 'validation.required').max(40, 'validation.unknown'),
  values: z.record(z.string(), z.unknown()).default({}),
  record_version: z.string().max(200, 'validation.tooLong').optional(),
  order: boardPlace.optional(),
});
export type RecordMove = z.output<typeof recordMove>;
