import { COUNT } from '#resources/limits.ts';
import type {
  MeterItem,
  MeterNorms,
  MeterOne,
  MeterValues,
  ReadingPass,
  ReadingResult,
  ReadingSender,
} from '#resources/protocol/readings/readings.ts';
import { METER_TYPES, type MeterType, metersOf } from '#resources/rules/readings/meters.ts';
import { monthLater, monthsBetween, wireMonth } from '#resources/rules/readings/month.ts';
import { usualUse } from '#resources/rules/readings/unlikely-value.ts';
import type { FlatRow } from './page-queries.ts';
import type { StoredPass } from './queries.ts';

/** Submissions that a list shows of a flat; its card has them all. */
const PASSES_OF_A_ROW = 4;

/** Months from which the usual monthly consumption of a meter is computed. */
export const USUAL_MONTHS = 12;

/** A value on the wire: six digits (READ-26). */
const padded = (value: number): string => String(value).padStart(COUNT.meterDigits, '0');

/** The sender of a submission. */
function passSender(pass: StoredPass): ReadingSender {
  return {
    id: pass.sender_id,
    first_name: pass.first_name ?? '',
    last_name: pass.last_name ?? '',
    type: pass.sender_type,
  };
}

/** The values of a submission on the wire. */
function metersIn(pass: Readonly<Record<MeterType, number | null>>): MeterValues {
  return Object.fromEntries(
    METER_TYPES.flatMap((meter) => {
      const value = pass[meter];
      return value === null ? [] : [[meter, padded(value)]];
    }),
  );
}

const passShown = (pass: StoredPass): ReadingPass => ({
  id: pass.id,
  date: pass.at.toISOString(),
  sender: passSender(pass),
  meters: metersIn(pass),
});

/** The value of a meter that counts: the newest that was given. `passes` begin with the newest. */
const newestWith = (passes: readonly StoredPass[], meter: MeterType) => passes.find((pass) => pass[meter] !== null);

/**
 * The readings of a month: of every meter the newest value, for a round is written meter by meter; date and sender are those
 * of the newest submission.
 */
function monthResult(passes: readonly StoredPass[], month: number): ReadingResult | null {
  const monthPasses = passes.filter((pass) => pass.month === month);
  const [newest] = monthPasses;
  if (!newest) return null;
  const together = Object.fromEntries(
    METER_TYPES.map((meter) => [meter, newestWith(monthPasses, meter)?.[meter] ?? null]),
  ) as Record<MeterType, number | null>;
  const sender = passSender(newest);
  return { sender, type: sender.type, date: newest.at.toISOString(), meters: metersIn(together) };
}

/** Every value of a meter before a month, one a month, the newest first. */
function byMonth(passes: readonly StoredPass[], meter: MeterType, before: number): StoredPass[] {
  const given = passes.filter((pass) => pass.month < before && pass[meter] !== null);
  return given.filter((pass, index) => given[index - 1]?.month !== pass.month);
}

/** The last reading of each meter before a month, however long ago, and its usual monthly use over the last year. */
function meterNorms(passes: readonly StoredPass[], before: number): MeterNorms {
  const norms: MeterNorms = {};
  const year = monthLater(before, -USUAL_MONTHS);
  for (const meter of METER_TYPES) {
    const months = byMonth(passes, meter, before);
    const [last] = months;
    if (!last) continue;
    const lastYear = months.filter((pass) => pass.month >= year);
    // A value after some months of silence has the use of all of them.
    const added = lastYear.slice(1).map((older, index) => {
      const newer = lastYear[index] ?? older;
      return ((newer[meter] ?? 0) - (older[meter] ?? 0)) / monthsBetween(older.month, newer.month);
    });
    norms[meter] = {
      value: padded(last[meter] ?? 0),
      month: wireMonth(last.month),
      date: last.at.toISOString(),
      sender: passSender(last),
      usual: usualUse(added),
    };
  }
  return norms;
}

const unitShown = ({ id, label, building_id, street, number }: FlatRow): MeterItem['unit'] => ({
  id,
  label,
  building: { id: building_id, street, number },
});

/** The meters of a flat's building that have no value before a month in these submissions. */
export function silentMeters(flat: FlatRow, passes: readonly StoredPass[], before: number) {
  return metersOf(flat.reading_types)
    .filter((meter) => !passes.some((pass) => pass.month < before && pass[meter] !== null))
    .map((meter) => ({ unit: flat.id, meter }));
}

/**
 * A flat as a list shows it for a month.
 * @param known its submissions of the months that are looked at; for norms, the last ones before of meters silent in those
 */
export function serializeFlat(
  flat: FlatRow,
  { passes, older }: { passes: readonly StoredPass[]; older: readonly StoredPass[] },
  month: number,
  norms: boolean,
): MeterItem {
  return {
    unit: unitShown(flat),
    month_result: monthResult(passes, month),
    passes: passes.slice(0, PASSES_OF_A_ROW).map(passShown),
    ...(norms ? { norms: meterNorms([...passes, ...older], month), collects: metersOf(flat.reading_types) } : {}),
  };
}

/** A flat as its card and the form show it: its whole history, and what was last given before the present month. */
export function serializeFlatMeters(flat: FlatRow, passes: readonly StoredPass[], month: number): MeterOne {
  const last = passes.find((pass) => pass.month < month)?.month;
  const result = last === undefined ? null : monthResult(passes, last);
  return {
    unit: unitShown(flat),
    month_result: monthResult(passes, month),
    passes: passes.map(passShown),
    last_result: result && last !== undefined ? { ...result, month: wireMonth(last) } : null,
    norms: meterNorms(passes, month),
  };
}
