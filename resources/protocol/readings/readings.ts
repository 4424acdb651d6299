import * as z from 'zod';
import { COUNT } from '#resources/limits.ts';
import { METER_TYPES, type MeterType } from '#resources/rules/readings/meters.ts';
import { SENDER_TYPES } from '../enums.ts';

const id = z.number().int();
const day = z.number().int().nullable();

export type SenderType = (typeof SENDER_TYPES)[number];

/** A value: six digits (READ-26). */
const value = z.string();

/** Shape with a key for each of the six meters. */
function byMeter<Shape extends z.ZodType>(shape: Shape): z.ZodObject<Record<MeterType, z.ZodOptional<Shape>>> {
  const keys = METER_TYPES.map((meter) => [meter, shape.optional()] as const);
  return z.object(Object.fromEntries(keys) as Record<MeterType, z.ZodOptional<Shape>>);
}

/** Values by meter; those that were not given are left out. */
const meterValues = byMeter(value);
export type MeterValues = Partial<Record<MeterType, string>>;

/** The sender; an automatic meter has neither id nor name. */
const sender = z.object({
  id: id.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  type: z.enum(SENDER_TYPES),
});
export type ReadingSender = z.output<typeof sender>;

/** One submission; `date` is ISO in UTC. */
const submission = z.object({ id, date: z.string(), sender, meters: meterValues });
export type ReadingPass = z.output<typeof submission>;

/** The readings of a month: of every meter the newest value, date and sender of the newest submission. */
const result = z.object({ sender, type: z.enum(SENDER_TYPES), date: z.string(), meters: meterValues });
export type ReadingResult = z.output<typeof result>;

/** Additive: what a meter showed before the month in question, and typical monthly use. */
const baseline = z.object({ value, month: z.string(), date: z.string(), sender, usual: z.number().nullable() });
type MeterNorm = z.output<typeof baseline>;
export type MeterNorms = Partial<Record<MeterType, MeterNorm>>;

const unit = z.object({
  id,
  label: z.string(),
  building: z.object({ id, street: z.string(), number: z.string() }),
});

/** One of the results of `GET /api/crm/meters/` (API-18). */
const meterItem = z.object({
  unit,
  /** Null: nothing was given for the month (READ-33). */
  month_result: result.nullable(),
  /** The last submissions up to that month, the newest first. */
  passes: z.array(submission),
  /** Additive, for `norms=1`. */
  norms: byMeter(baseline).optional(),
  /** Additive, for `norms=1`: the meters that the building collects. */
  collects: z.array(z.enum(METER_TYPES)).optional(),
});
export type MeterItem = z.output<typeof meterItem>;

/** `GET /api/crm/meters/?buildings_id=…&date=MMYYYY&page=1&page_size=10` (READ-03, READ-08). `next` and `previous` are paths. */
export const metersPage = z.object({
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** Number of this page. */
  number: z.number().int(),
  page_size: z.number().int(),
  results: z.array(meterItem),
});
export type MetersPage = z.output<typeof metersPage>;

/** `GET /api/crm/meters/{flatId}/` (READ-12, READ-24). */
export const meterOne = meterItem.extend({
  /** The last readings before the present month, of any month; `month` (additive) is MMYYYY. */
  last_result: result.extend({ month: z.string() }).nullable(),
  norms: byMeter(baseline),
});
export type MeterOne = z.output<typeof meterOne>;

/** `GET /api/crm/scenarios/reading-list-data/?buildings_id=…` (READ-09, READ-16). */
export const readingListData = z.object({
  /** Of all the buildings together. */
  reading_types: z.array(z.string()),
  /** The days that all of them have; null when they differ or are not set. */
  submit_start_day: day,
  submit_end_day: day,
  /** Additive: which of the buildings take readings today, by the company's clock. */
  open_buildings: z.array(id),
  /** Additive: today by the company's clock, `YYYY-MM-DD`. */
  today: z.string(),
});
export type ReadingListData = z.output<typeof readingListData>;

/** A value as it is sent: up to six digits as text, or a number (READ-26); empty counts as left out. */
const sentValue = z
  .union([z.string(), z.number()], 'validation.number')
  .nullish()
  .transform((given) => (given == null ? '' : String(given).trim()))
  .pipe(z.string().regex(new RegExp(`^\\d{0,${COUNT.meterDigits}}$`), 'readings.rule.value'));

/**
 * The rule of `readings`: values by meter, at least one of them (READ-25…27). Gives out six digits each, empty meters left out.
 */
export const readingsRule = z
  .record(z.string(), sentValue, 'readings.rule.none')
  .refine((given) => Object.keys(given).every((key) => (METER_TYPES as readonly string[]).includes(key)), {
    message: 'readings.rule.unknown',
    abort: true,
  })
  .transform((given): MeterValues => {
    const filled = Object.entries(given).filter(([, typed]) => typed !== '');
    return Object.fromEntries(filled.map(([meter, typed]) => [meter, typed.padStart(COUNT.meterDigits, '0')]));
  })
  .refine((given) => Object.keys(given).length > 0, 'readings.rule.none');

/** The answer to a saved submission (API-06, API-07); `id` is the submission's, by which it can be taken back. */
export const readingSaved = z.object({ params: z.object({ id, unit: id, readings: meterValues }) });
