import type { BuildingPlan, EntrancePlan, PlanMistake } from './layout.ts';
import { parseLabels } from './numbers.ts';

/** The part of a row in a table of buildings that describes the building's plan. */
export interface PlanRow {
  /** Number of entrances. */
  entrances: number;
  /** One number for all entrances, or one for each: «9» or «9, 9, 5». */
  floors: string;
  flats: string;
  from_floor: number | null;
  /** Number of the first flat, only of the first entrance or of each. */
  first_numbers: string | null;
  missing: string | null;
  lettered: string | null;
  /** Offices on the first floor of the first entrance. */
  offices: string | null;
  risers: boolean | null;
}

type Column = keyof PlanRow;

/** A mistake in a row: column and message. */
export interface RowMistake {
  column: Column;
  message: string;
}

const COLUMN_BY_FIELD: Readonly<Record<PlanMistake['field'], Column>> = {
  entrances: 'entrances',
  missing: 'missing',
  lettered: 'lettered',
  others: 'offices',
};

/** Converts a mistake of a plan to the column of the table that caused it. */
export const toRowMistake = ({ field, message }: PlanMistake): RowMistake => ({
  column: COLUMN_BY_FIELD[field],
  message,
});

/** Parses whole numbers within bounds; null if any part is invalid. */
function parseNumbersWithin(text: string, min: number, max: number): number[] | null {
  const numbers = parseLabels(text).map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : Number.NaN));
  return numbers.length && numbers.every((number) => number >= min && number <= max) ? numbers : null;
}

/**
 * Converts a row to a plan.
 * @param bounds maximum number of floors, of flats on a floor, and highest flat number
 */
export function toBuildingPlan(
  row: PlanRow,
  bounds: { floors: number; flatsPerFloor: number; flatNumber: number },
): { plan: BuildingPlan; mistakes: null } | { plan: null; mistakes: RowMistake[] } {
  const mistakes: RowMistake[] = [];
  /** Parses one number for all entrances, or one for each. */
  const parsePerEntrance = (column: Column, text: string, min: number, max: number): number[] => {
    const numbers = parseNumbersWithin(text, min, max);
    const isOneOrEach = numbers?.length === 1 || numbers?.length === row.entrances;
    if (!numbers || !isOneOrEach) {
      const message = numbers
        ? `buildingPlan.ofEach?count=${row.entrances}`
        : `buildingPlan.between?least=${min}&most=${max}`;
      mistakes.push({ column, message });
      return [];
    }
    return numbers;
  };
  const floors = parsePerEntrance('floors', row.floors, 1, bounds.floors);
  const flats = parsePerEntrance('flats', row.flats, 0, bounds.flatsPerFloor);
  const first = row.first_numbers ? parsePerEntrance('first_numbers', row.first_numbers, 1, bounds.flatNumber) : [];
  if (mistakes.length) return { plan: null, mistakes };
  const pick = (numbers: readonly number[], index: number) => numbers[numbers.length === 1 ? 0 : index] ?? 0;
  const entrances = Array.from(
    { length: row.entrances },
    (_, index): EntrancePlan => ({
      floors: pick(floors, index),
      flats: pick(flats, index),
      from_floor: row.from_floor ?? 1,
      // A single number belongs to the first entrance; the others continue from it.
      first_number: first[index] ?? null,
    }),
  );
  const others = row.offices ? [{ entrance: 1, floor: 1, unit_type: 'office' as const, labels: row.offices }] : [];
  const { missing, lettered, risers } = row;
  return { plan: { entrances, missing, lettered, others, risers: risers ?? false }, mistakes: null };
}
