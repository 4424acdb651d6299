import type { BuildingPlan, EntrancePlan, PlanMistake } from './layout.ts';
import { parseLabels } from './numbers.ts';

/** A row of a table of buildings, as far as it says what a building is made of. */
export interface PlanRow {
  /** How many. */
  entrances: number;
  /** Of all entrances, or of each: «9» or «9, 9, 5». */
  floors: string;
  flats: string;
  from_floor: number | null;
  /** Numbers of the first flats, of the first entrance alone or of each. */
  first_numbers: string | null;
  missing: string | null;
  lettered: string | null;
  /** Offices on the first floor of the first entrance. */
  offices: string | null;
  risers: boolean | null;
}

type Column = keyof PlanRow;

/** The mistake in a row: the column and the message. */
export interface RowMistake {
  column: Column;
  message: string;
}

const COLUMN_OF: Readonly<Record<PlanMistake['field'], Column>> = {
  entrances: 'entrances',
  missing: 'missing',
  lettered: 'lettered',
  others: 'offices',
};

/** A mistake of a plan, with the column of the table that caused it. */
export const columnOf = ({ field, message }: PlanMistake): RowMistake => ({ column: COLUMN_OF[field], message });

/** Whole numbers within bounds; null when some part is none. */
function numbersIn(text: string, least: number, most: number): number[] | null {
  const numbers = parseLabels(text).map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : Number.NaN));
  return numbers.length && numbers.every((number) => number >= least && number <= most) ? numbers : null;
}

/**
 * The plan that a row means.
 * @param bounds the greatest numbers of floors, flats on a floor and of a flat
 */
export function planOfRow(
  row: PlanRow,
  bounds: { floors: number; flatsOfFloor: number; number: number },
): { plan: BuildingPlan; mistakes: null } | { plan: null; mistakes: RowMistake[] } {
  const mistakes: RowMistake[] = [];
  /** One number of each entrance. */
  const perEntrance = (column: Column, text: string, least: number, most: number): number[] => {
    const numbers = numbersIn(text, least, most);
    const isFew = numbers?.length === 1 || numbers?.length === row.entrances;
    if (!numbers || !isFew) {
      const message = numbers
        ? `buildingPlan.ofEach?count=${row.entrances}`
        : `buildingPlan.between?least=${least}&most=${most}`;
      mistakes.push({ column, message });
      return [];
    }
    return numbers;
  };
  const floors = perEntrance('floors', row.floors, 1, bounds.floors);
  const flats = perEntrance('flats', row.flats, 0, bounds.flatsOfFloor);
  const first = row.first_numbers ? perEntrance('first_numbers', row.first_numbers, 1, bounds.number) : [];
  if (mistakes.length) return { plan: null, mistakes };
  const at = (numbers: readonly number[], index: number) => numbers[numbers.length === 1 ? 0 : index] ?? 0;
  const entrances = Array.from(
    { length: row.entrances },
    (_, index): EntrancePlan => ({
      floors: at(floors, index),
      flats: at(flats, index),
      from_floor: row.from_floor ?? 1,
      // A single number is that of the first entrance: the others go on.
      first_number: first[index] ?? null,
    }),
  );
  const others = row.offices ? [{ entrance: 1, floor: 1, unit_type: 'office' as const, labels: row.offices }] : [];
  const { missing, lettered, risers } = row;
  return { plan: { entrances, missing, lettered, others, risers: risers ?? false }, mistakes: null };
}
