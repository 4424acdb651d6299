import * as z from 'zod';
import { ID_MAX } from '../language/kinds/kind.ts';
import { BULK } from '../limits.ts';

/**
 * Bulk requests (our addition `bulk`). Each runs in one transaction, so a repeated request with the same key finds all of it or
 * nothing. Records that the rules refuse are reported and do not block the others.
 */

const id = z.number().int();

/** Ids of the records of a request; duplicates count once. */
export const bulkIds = z
  .array(
    z
      .number('validation.number')
      .int('validation.number')
      .min(1, 'validation.unknown')
      .max(ID_MAX, 'validation.unknown'),
  )
  .min(1, 'validation.required')
  .max(BULK.perCall, 'validation.tooMany');

/** Result: ids of the changed records, and of the others by reason, which is a message for the user. */
export const bulkAnswer = z.object({
  done: z.array(id),
  refused: z.array(z.object({ reason: z.string(), ids: z.array(id) })),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;
