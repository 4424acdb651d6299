import * as z from 'zod';

/**
 * Versions of records (ours). A server that has them answers a record with its version; an edit form sends it back, and
 * of two simultaneous edits the second gets 409 with `changed` instead of overwriting what the first one saved. A
 * change without a version overwrites. A server without versions answers none and is sent none.
 */

/** The version of a record in an answer. Nothing can be read out of it but that another one is another state. */
export const recordVersion = z.string();

/** The version that was edited, in the body of a change; one that no server ever gave is an outdated one. */
export const seenVersion = z.union([z.string().max(10_000), z.number()]);

/** The last change of the record, as far as known; in the 409. */
export const recordChange = z.object({
  by: z.object({ user: z.number().int(), name: z.string() }),
  /** ISO in UTC. */
  at: z.string(),
});
export type RecordChange = z.output<typeof recordChange>;
