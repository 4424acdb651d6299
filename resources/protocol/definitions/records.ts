import * as z from 'zod';

const id = z.number().int();

/** A record on the wire; which keys it has is the definition's to say. */
export const record = z.looseObject({ id });

/** One of `GET /api/records/{resource}/references/{field}/`: a record that a field may point at, and its name. */
export const recordPointedAt = z.object({ id, label: z.string() });

/** One of `GET /api/records/{resource}/{id}/history/`. */
const recordHistoryEntry = z.object({
  id,
  /** ISO in UTC. */
  at: z.string(),
  /** create, update, delete, restore, import. */
  action: z.string(),
  /** Its author; null when it was not a signed-in user. */
  by: z.object({ user: id, name: z.string() }).nullable(),
  /** Values that are others now, by wire name. Of files only that they are; both null then. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type RecordHistoryEntry = z.output<typeof recordHistoryEntry>;

/** Changes of a record, the newest first. `before`: the id to go on with; null at the end. */
export const recordHistory = z.object({ results: z.array(recordHistoryEntry), before: id.nullable() });
export type RecordHistory = z.output<typeof recordHistory>;

/**
 * `GET /api/records/{resource}/totals/`: the figures of all records that a list finds, by wire name of the field and by figure, as
 * decimal numbers written out, for a sum may be more than a JSON number holds; null where no record holds a value.
 */
export const recordTotals = z.object({
  count: z.number().int(),
  totals: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});
export type RecordTotals = z.output<typeof recordTotals>;

/**
 * `GET /api/records/{resource}/groups/`: the records that a list finds, by what they hold in the field `by`. `value` is that as records
 * show it, a month `YYYY-MM` of a day, null for those that hold nothing. `isWhole`: whether there are no more groups than are told.
 */
export const recordGroups = z.object({
  groups: z.array(recordTotals.extend({ value: z.unknown() })),
  isWhole: z.boolean(),
});
export type RecordGroups = z.output<typeof recordGroups>;
