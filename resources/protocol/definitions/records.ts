import * as z from 'zod';

const id = z.number().int();

/** A record on the wire; its other keys depend on the definition. */
export const record = z.looseObject({ id });

/** Item of `GET /api/records/{resource}/references/{field}/`: a record that a field may refer to. */
export const referenceItem = z.object({ id, label: z.string() });

/** Item of `GET /api/records/{resource}/{id}/history/`. */
const recordHistoryEntry = z.object({
  id,
  /** ISO in UTC. */
  at: z.string(),
  /** create, update, delete, restore, import. */
  action: z.string(),
  /** Author; null if it was not a signed-in user. */
  by: z.object({ user: id, name: z.string() }).nullable(),
  /** Changed values by wire name; for files both values are null. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type RecordHistoryEntry = z.output<typeof recordHistoryEntry>;

/** Changes of a record, newest first. `before`: id for the next page; null at the end. */
export const recordHistory = z.object({ results: z.array(recordHistoryEntry), before: id.nullable() });
export type RecordHistory = z.output<typeof recordHistory>;

/**
 * `GET /api/records/{resource}/totals/`: totals over all records of a list, by wire name of the field and by figure. Figures
 * are decimal texts, because a sum may exceed the precision of a JSON number; null if no record has a value.
 */
export const recordTotals = z.object({
  count: z.number().int(),
  totals: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});
export type RecordTotals = z.output<typeof recordTotals>;

/**
 * `GET /api/records/{resource}/groups/`: the records of a list grouped by the field `by`. `value` is the common value as in
 * records, a month `YYYY-MM` for days, null for empty. `isWhole`: whether the response contains all groups.
 */
export const recordGroups = z.object({
  groups: z.array(recordTotals.extend({ value: z.unknown() })),
  isWhole: z.boolean(),
});
export type RecordGroups = z.output<typeof recordGroups>;
