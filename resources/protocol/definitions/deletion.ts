import * as z from 'zod';
import { bulkAnswer } from '../bulk.ts';

/** Number of records of one section. */
const sectionCount = z.object({ section: z.string(), title: z.string(), count: z.number().int() });

/**
 * `GET /api/records/{resource}/deletion/?ids=` (our addition `deletions`): effects of a deletion on the records that refer to
 * the deleted ones. `refused`: records that would not be deleted, by reason, which is a message for the user.
 */
export const deletionEffects = z.object({
  deleted: z.array(sectionCount),
  cleared: z.array(sectionCount),
  refused: bulkAnswer.shape.refused,
});
export type DeletionEffects = z.output<typeof deletionEffects>;
