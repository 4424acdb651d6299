import * as z from 'zod';

/**
 * Versions of records (ours). The server sends the version with a record, and an edit form sends it back; the second of two
 * concurrent edits gets a 409 with `changed` instead of overwriting the first. A change without a version overwrites. A server
 * without versions sends none and gets none.
 */

/** The version of a record in a response; opaque, only equality matters. */
export const recordVersion = z.string();

/** The version that was edited, in the body of a change; an unknown one counts as outdated. */
export const editedVersion = z.union([z.string().max(10_000), z.number()]);

/** The last change of the record, if known; in the 409. */
export const recordChange = z.object({
  by: z.object({ user: z.number().int(), name: z.string() }),
  /** ISO in UTC. */
  at: z.string(),
});
export type RecordChange = z.output<typeof recordChange>;
