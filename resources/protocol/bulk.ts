import * as z from 'zod';
import { ID_MAX } from '../language/kinds/kind.ts';
import { BULK } from '../limits.ts';

/**
 * Many records in one call (ours; only where the server says `bulk`). One transaction: a repetition under the same key finds all of it or
 * nothing. What the rules refuse of single records is told, and holds up none of the others.
 */

const id = z.number().int();

/** The records of a call; each counts once. */
export const bulkIds = z
  .array(
    z
      .number('validation.number')
      .int('validation.number')
      .min(1, 'validation.unknown')
      .max(ID_MAX, 'validation.unknown'),
  )
  .min(1, 'validation.required')
  .max(BULK.ofCall, 'validation.tooMany');

/** The outcome: ids of the changed records, and of the others by reason, a sentence for the user. */
export const bulkAnswer = z.object({
  done: z.array(id),
  refused: z.array(z.object({ reason: z.string(), ids: z.array(id) })),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;
