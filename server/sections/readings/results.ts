import { COUNT } from '#resources/limits.ts';
import type {
  MeterBaselines,
  MeterDetails,
  MeterItem,
  MeterValues,
  ReadingResult,
  ReadingSender,
  ReadingSubmission,
} from '#resources/protocol/readings/readings.ts';
import { METER_TYPES, type MeterType, toMeters } from '#resources/rules/readings/meters.ts';
import { addMonths, countMonthsBetween, formatWireMonth } from '#resources/rules/readings/month.ts';
import { getUsualUse } from '#resources/rules/readings/unlikely-value.ts';
import type { FlatRow } from './page-queries.ts';
import type { StoredSubmission } from './queries.ts';

/** Number of submissions of a flat in a list; its card has all of them. */
const PASSES_PER_ROW = 4;

/** Months from which the usual monthly consumption of a meter is computed. */
export const USUAL_MONTHS = 12;

/** A value on the wire: six digits (READ-26). */
const padValue = (value: number): string => String(value).padStart(COUNT.meterDigits, '0');

/** The sender of a submission. */
function showSender(pass: StoredSubmission): ReadingSender {
  return {
    id: pass.sender_id,
    first_name: pass.first_name ?? '',
    last_name: pass.last_name ?? '',
    type: pass.sender_type,
  };
}

/** The values of a submission on the wire. */
function showMeters(pass: Readonly<Record<MeterType, number | null>>): MeterValues {
  return Object.fromEntries(
    METER_TYPES.flatMap((meter) => {
      const value = pass[meter];
      return value === null ? [] : [[meter, padValue(value)]];
    }),
  );
}

const showPass = (pass: StoredSubmission): ReadingSubmission => ({
  id: pass.id,
  date: pass.at.toISOString(),
  sender: showSender(pass),
  meters: showMeters(pass),
});

/** The newest submission with a value of a meter. @param passes sorted, newest first */
const findNewestWith = (passes: readonly StoredSubmission[], meter: MeterType) =>
  passes.find((pass) => pass[meter] !== null);

/**
 * The readings of a month: the newest value of every meter, because a round is submitted meter by meter; date and sender are
 * those of the newest submission.
 */
function monthResult(passes: readonly StoredSubmission[], month: number): ReadingResult | null {
  const monthPasses = passes.filter((pass) => pass.month === month);
  const [newest] = monthPasses;
  if (!newest) return null;
  const newestValues = Object.fromEntries(
    METER_TYPES.map((meter) => [meter, findNewestWith(monthPasses, meter)?.[meter] ?? null]),
  ) as Record<MeterType, number | null>;
  const sender = showSender(newest);
  return { sender, type: sender.type, date: newest.at.toISOString(), meters: showMeters(newestValues) };
}

/** The newest submission with a value of the meter for each month before `before`, newest first. */
function selectMonthly(passes: readonly StoredSubmission[], meter: MeterType, before: number): StoredSubmission[] {
  const withValue = passes.filter((pass) => pass.month < before && pass[meter] !== null);
  return withValue.filter((pass, index) => withValue[index - 1]?.month !== pass.month);
}

/** The last reading of each meter before a month, however long ago, and its usual monthly consumption over the last year. */
function meterNorms(passes: readonly StoredSubmission[], before: number): MeterBaselines {
  const norms: MeterBaselines = {};
  const year = addMonths(before, -USUAL_MONTHS);
  for (const meter of METER_TYPES) {
    const months = selectMonthly(passes, meter, before);
    const [last] = months;
    if (!last) continue;
    const lastYear = months.filter((pass) => pass.month >= year);
    // A value after months without readings covers the consumption of all of them.
    const monthlyUses = lastYear.slice(1).map((older, index) => {
      const newer = lastYear[index] ?? older;
      return ((newer[meter] ?? 0) - (older[meter] ?? 0)) / countMonthsBetween(older.month, newer.month);
    });
    norms[meter] = {
      value: padValue(last[meter] ?? 0),
      month: formatWireMonth(last.month),
      date: last.at.toISOString(),
      sender: showSender(last),
      usual: getUsualUse(monthlyUses),
    };
  }
  return norms;
}

const showUnit = ({ id, label, building_id, street, number }: FlatRow): MeterItem['unit'] => ({
  id,
  label,
  building: { id: building_id, street, number },
});

/** Meters of a flat's building without a value before a month in these submissions. */
export function listSilentMeters(flat: FlatRow, passes: readonly StoredSubmission[], before: number) {
  return toMeters(flat.reading_types)
    .filter((meter) => !passes.some((pass) => pass.month < before && pass[meter] !== null))
    .map((meter) => ({ unit: flat.id, meter }));
}

/**
 * A flat as a list shows it for a month. `passes` are its submissions of the shown months; `listOlder`, used for norms, are the last
 * earlier ones of meters without a value in those.
 */
export function serializeFlat(
  flat: FlatRow,
  { passes, older }: { passes: readonly StoredSubmission[]; older: readonly StoredSubmission[] },
  month: number,
  norms: boolean,
): MeterItem {
  return {
    unit: showUnit(flat),
    month_result: monthResult(passes, month),
    passes: passes.slice(0, PASSES_PER_ROW).map(showPass),
    ...(norms ? { norms: meterNorms([...passes, ...older], month), collects: toMeters(flat.reading_types) } : {}),
  };
}

/** A flat as its card and the form show it: its whole history, and the last readings before the current month. */
export function serializeFlatMeters(flat: FlatRow, passes: readonly StoredSubmission[], month: number): MeterDetails {
  const last = passes.find((pass) => pass.month < month)?.month;
  const result = last === undefined ? null : monthResult(passes, last);
  return {
    unit: showUnit(flat),
    month_result: monthResult(passes, month),
    passes: passes.map(showPass),
    last_result: result && last !== undefined ? { ...result, month: formatWireMonth(last) } : null,
    norms: meterNorms(passes, month),
  };
}
