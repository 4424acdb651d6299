import * as z from 'zod';
import { bulkAnswer } from '../bulk.ts';

/** Records of one section: how it is called, and how many. */
const sectionCount = z.object({ section: z.string(), title: z.string(), count: z.number().int() });

/**
 * `GET /api/records/{resource}/deletion/?ids=` (ours; only where the server says `deletions`): what the deletion of records would do
 * to those that refer to them. `refused`: those that would stay, by reason, a sentence for the user.
 */
export const deletionEffects = z.object({
  deleted: z.array(sectionCount),
  cleared: z.array(sectionCount),
  refused: bulkAnswer.shape.refused,
});
export type DeletionEffects = z.output<typeof deletionEffects>;
