import * as z from 'zod';
import { COUNT } from '#resources/limits.ts';
import { METER_TYPES, type MeterType } from '#resources/rules/readings/meters.ts';
import { SENDER_TYPES } from '../enums.ts';

const id = z.number().int();
const day = z.number().int().nullable();

export type SenderType = (typeof SENDER_TYPES)[number];

/** A value: six digits (READ-26). */
const value = z.string();

/** Schema of an object with an optional key for each of the six meters. */
function byMeter<Shape extends z.ZodType>(shape: Shape): z.ZodObject<Record<MeterType, z.ZodOptional<Shape>>> {
  const keys = METER_TYPES.map((meter) => [meter, shape.optional()] as const);
  return z.object(Object.fromEntries(keys) as Record<MeterType, z.ZodOptional<Shape>>);
}

/** Values by meter; missing values are left out. */
const meterValues = byMeter(value);
export type MeterValues = Partial<Record<MeterType, string>>;

/** The sender; for an automatic meter `id` is null and the names are empty strings. */
const sender = z.object({
  id: id.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  type: z.enum(SENDER_TYPES),
});
export type ReadingSender = z.output<typeof sender>;

/** One submission; `date` is ISO in UTC. */
const submission = z.object({ id, date: z.string(), sender, meters: meterValues });
export type ReadingSubmission = z.output<typeof submission>;

/** Readings of a month: the newest value of each meter, with the date and sender of the newest submission. */
const result = z.object({ sender, type: z.enum(SENDER_TYPES), date: z.string(), meters: meterValues });
export type ReadingResult = z.output<typeof result>;

/** Not in the specification: the last value before the requested month, and the usual monthly consumption. */
const baseline = z.object({ value, month: z.string(), date: z.string(), sender, usual: z.number().nullable() });
type MeterBaseline = z.output<typeof baseline>;
export type MeterBaselines = Partial<Record<MeterType, MeterBaseline>>;

const unit = z.object({
  id,
  label: z.string(),
  building: z.object({ id, street: z.string(), number: z.string() }),
});

/** Item of `GET /api/crm/meters/` (API-18). */
const meterItem = z.object({
  unit,
  /** Null: nothing was submitted for the month (READ-33). */
  month_result: result.nullable(),
  /** The last submissions up to that month, newest first. */
  passes: z.array(submission),
  /** Ours, only with `norms=1`. */
  norms: byMeter(baseline).optional(),
  /** Ours, only with `norms=1`: the meters that the building collects. */
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
export const meterDetails = meterItem.extend({
  /** Readings of the latest earlier month that has any; `month` (ours) is MMYYYY. */
  last_result: result.extend({ month: z.string() }).nullable(),
  norms: byMeter(baseline),
});
export type MeterDetails = z.output<typeof meterDetails>;

/** `GET /api/crm/scenarios/reading-list-data/?buildings_id=…` (READ-09, READ-16). */
export const readingListData = z.object({
  /** Union over all buildings in the request. */
  reading_types: z.array(z.string()),
  /** The common submission days of all these buildings; null when they differ or are not set. */
  submit_start_day: day,
  submit_end_day: day,
  /** Ours: buildings that accept readings today, in the company's time zone. */
  open_buildings: z.array(id),
  /** Ours: today in the company's time zone, `YYYY-MM-DD`. */
  today: z.string(),
});
export type ReadingListData = z.output<typeof readingListData>;

/** A submitted value: up to six digits as text, or a number (READ-26); empty counts as missing. */
const sentValue = z
  .union([z.string(), z.number()], 'validation.number')
  .nullish()
  .transform((values) => (values == null ? '' : String(values).trim()))
  .pipe(z.string().regex(new RegExp(`^\\d{0,${COUNT.meterDigits}}$`), 'readings.rule.value'));

/** Schema of `readings`: at least one value by meter (READ-25…27). Values are padded to six digits and empty meters dropped. */
export const readingsRule = z
  .record(z.string(), sentValue, 'readings.rule.none')
  .refine((values) => Object.keys(values).every((key) => (METER_TYPES as readonly string[]).includes(key)), {
    message: 'readings.rule.unknown',
    abort: true,
  })
  .transform((values): MeterValues => {
    const filled = Object.entries(values).filter(([, text]) => text !== '');
    return Object.fromEntries(filled.map(([meter, text]) => [meter, text.padStart(COUNT.meterDigits, '0')]));
  })
  .refine((values) => Object.keys(values).length > 0, 'readings.rule.none');

/** Response to a submission (API-06, API-07); `id` is its id, by which it can be withdrawn. */
export const readingSaved = z.object({ params: z.object({ id, unit: id, readings: meterValues }) });
