import { BUILDING } from '../../limits.ts';
import type { UNIT_TYPES } from '../../protocol/enums.ts';
import { type NumberRange, parseLabels, parseNumbers } from './numbers.ts';

/**
 * Expands the plan of a building to entrances, floors, risers and units. The console previews a form with it and the server
 * creates the building with it, so that both agree.
 */

type UnitType = (typeof UNIT_TYPES)[number];

/** An entrance of a plan. */
export interface EntrancePlan {
  floors: number;
  /** Flats on each floor. */
  flats: number;
  /** Lowest floor with flats; below it there are shops or a hall. */
  from_floor: number;
  /** Number of its first flat; null: continues after the previous entrance. */
  first_number: number | null;
}

/** Offices, storage rooms or parking places on one floor of an entrance. */
interface OtherUnits {
  entrance: number;
  floor: number;
  unit_type: Exclude<UnitType, 'flat'>;
  /** Labels, separated by commas. */
  labels: string;
}

/** The plan of a new building. */
export interface BuildingPlan {
  entrances: readonly EntrancePlan[];
  /** Flat numbers that do not exist, «13, 40–42»; the other flats keep their numbers. */
  missing: string | null;
  /** Additional flats with letters, «12А, 15/1». */
  lettered: string | null;
  others: readonly OtherUnits[];
  /** Whether flats above one another share a riser. */
  risers: boolean;
}

/** Where numbering starts, when parts are added to an existing building. */
export interface LayoutStart {
  /** Number of the first new entrance. */
  entrance: number;
  /** Number of the first new flat, if the plan has none. */
  number: number;
  /** Name of the first new riser. */
  riser: number;
}

const NEW_BUILDING_START: LayoutStart = { entrance: 1, number: 1, riser: 1 };

interface LayoutUnit {
  entrance: number;
  floor: number;
  riser: string | null;
  unit_type: UnitType;
  label: string;
}

/** A building or a part of one, with all its parts. */
export interface Layout {
  entrances: number[];
  floors: { entrance: number; number: number }[];
  risers: { entrance: number; name: string }[];
  units: LayoutUnit[];
}

/** A mistake in a plan: field and message (an i18n key with parameters). */
export interface PlanMistake {
  field: 'entrances' | 'missing' | 'lettered' | 'others';
  message: string;
}

const messageWith = (key: string, names: Readonly<Record<string, string | number>>) =>
  `buildingPlan.${key}?${new URLSearchParams(Object.entries(names).map(([name, value]) => [name, String(value)]))}`;

/** Fills in the number of the first flat of each entrance. */
function withFirstNumbers(
  entrances: readonly EntrancePlan[],
  start: number,
): (EntrancePlan & { first_number: number })[] {
  let next = start;
  return entrances.map((entrance) => {
    const first_number = entrance.first_number ?? next;
    next = first_number + countFlats(entrance);
    return { ...entrance, first_number };
  });
}

const countFlats = ({ floors, flats, from_floor }: EntrancePlan) => Math.max(0, floors - from_floor + 1) * flats;

/** Number of flats in a plan, ignoring exceptions; checked before the layout is built. */
const countPlannedFlats = (entrances: readonly EntrancePlan[]): number =>
  entrances.reduce((sum, entrance) => sum + countFlats(entrance), 0);

/** Maximum number of units of a plan, counted without building the layout. */
export const countPlannedUnits = ({ entrances, lettered, others }: BuildingPlan): number =>
  [lettered ?? '', ...others.map(({ labels }) => labels)].reduce(
    (sum, labels) => sum + parseLabels(labels).length,
    countPlannedFlats(entrances),
  );

function numberRanges(entrances: readonly (EntrancePlan & { first_number: number })[]): NumberRange[] {
  return entrances.map((entrance) => [entrance.first_number, entrance.first_number + countFlats(entrance) - 1]);
}

/** A flat number that two entrances share; null if there is none. */
function findRepeatedNumber(ranges: readonly NumberRange[]): number | null {
  const nonEmpty = ranges.filter(([first, last]) => last >= first).sort(([a], [b]) => a - b);
  for (const [index, [first]] of nonEmpty.entries()) {
    const before = nonEmpty[index - 1];
    if (before && before[1] >= first) return first;
  }
  return null;
}

/**
 * Builds the layout of a plan; only the mistakes if there are any.
 * @param start numbering of the first new parts; a whole new building when left out
 */
export function buildLayout(
  plan: BuildingPlan,
  start: LayoutStart = NEW_BUILDING_START,
): { layout: Layout; mistakes: null } | { layout: null; mistakes: PlanMistake[] } {
  const entrances = withFirstNumbers(plan.entrances, start.number);
  const ranges = numberRanges(entrances);
  const repeated = findRepeatedNumber(ranges);
  const mistakes: PlanMistake[] = [];
  if (countPlannedFlats(entrances) > BUILDING.units)
    mistakes.push({ field: 'entrances', message: messageWith('tooManyUnits', { most: BUILDING.units }) });
  else if (repeated !== null)
    mistakes.push({ field: 'entrances', message: messageWith('repeatedNumber', { number: repeated }) });
  else if (ranges.some(([, last]) => last > BUILDING.flatNumber))
    mistakes.push({ field: 'entrances', message: messageWith('highNumber', { most: BUILDING.flatNumber }) });
  if (mistakes.length) return { layout: null, mistakes };

  const missing = parseNumbers(plan.missing ?? '', BUILDING.units);
  if (missing.wrong !== null)
    mistakes.push({ field: 'missing', message: messageWith('notNumber', { text: missing.wrong }) });
  const missingNumbers = new Set(missing.numbers);
  const layout: Layout = { entrances: [], floors: [], risers: [], units: [] };
  const flats = addFlats(entrances, { start, missingNumbers, risers: plan.risers }, layout);
  const absent = missing.numbers.find((number) => !flats.has(number));
  if (absent !== undefined && missing.wrong === null)
    mistakes.push({ field: 'missing', message: messageWith('noSuchNumber', { number: absent }) });
  const labels = new Set(layout.units.map(({ label }) => label));
  mistakes.push(...addLettered(plan.lettered ?? '', { flats, labels }, layout));
  mistakes.push(...addOthers(plan.others, layout));
  if (layout.units.length > BUILDING.units)
    mistakes.push({ field: 'entrances', message: messageWith('tooManyUnits', { most: BUILDING.units }) });
  if (mistakes.length) return { layout: null, mistakes };
  return { layout, mistakes: null };
}

/**
 * Adds entrances, floors, risers and numbered flats to the layout.
 * @returns the location of each flat number, including those that do not exist
 */
function addFlats(
  entrances: readonly (EntrancePlan & { first_number: number })[],
  { start, missingNumbers, risers }: { start: LayoutStart; missingNumbers: ReadonlySet<number>; risers: boolean },
  layout: Layout,
): Map<number, { entrance: number; floor: number }> {
  const flats = new Map<number, { entrance: number; floor: number }>();
  let riser = start.riser;
  for (const [index, { floors, flats: flatsPerFloor, from_floor, first_number }] of entrances.entries()) {
    const entrance = start.entrance + index;
    let number = first_number;
    layout.entrances.push(entrance);
    if (risers)
      for (let column = 0; column < flatsPerFloor; column += 1)
        layout.risers.push({ entrance, name: String(riser + column) });
    for (let floor = 1; floor <= floors; floor += 1) {
      layout.floors.push({ entrance, number: floor });
      if (floor < from_floor) continue;
      for (let column = 0; column < flatsPerFloor; column += 1, number += 1) {
        flats.set(number, { entrance, floor });
        if (missingNumbers.has(number)) continue;
        const name = risers ? String(riser + column) : null;
        layout.units.push({ entrance, floor, riser: name, unit_type: 'flat', label: String(number) });
      }
    }
    if (risers) riser += flatsPerFloor;
  }
  return flats;
}

/** Adds «12А» to the floor of flat 12, even if flat 12 itself does not exist. */
function addLettered(
  text: string,
  { flats, labels }: { flats: ReadonlyMap<number, { entrance: number; floor: number }>; labels: Set<string> },
  layout: Layout,
): PlanMistake[] {
  for (const label of parseLabels(text)) {
    const [, digits = '', letter = ''] = /^(\d{1,5}) ?([а-яёa-z]|[-/]\d{1,3})$/i.exec(label) ?? [];
    if (!digits) return [{ field: 'lettered', message: messageWith('notLettered', { text: label }) }];
    const location = flats.get(Number(digits));
    if (!location) return [{ field: 'lettered', message: messageWith('noSuchNumber', { number: digits }) }];
    const finalLabel = `${Number(digits)}${letter.toLocaleUpperCase('ru')}`;
    if (labels.has(finalLabel))
      return [{ field: 'lettered', message: messageWith('repeatedLabel', { label: finalLabel }) }];
    labels.add(finalLabel);
    layout.units.push({ ...location, riser: null, unit_type: 'flat', label: finalLabel });
  }
  return [];
}

/** Adds offices and other units to their floors; a named basement floor is created. */
function addOthers(otherUnits: readonly OtherUnits[], layout: Layout): PlanMistake[] {
  const toKey = (entrance: number, number: number) => `${entrance}/${number}`;
  const floors = new Set(layout.floors.map(({ entrance, number }) => toKey(entrance, number)));
  const entrances = new Set(layout.entrances);
  const usedLabels = new Set<string>();
  const mistake = (message: string): PlanMistake[] => [{ field: 'others', message }];
  for (const { entrance, floor, unit_type, labels } of otherUnits) {
    if (!entrances.has(entrance)) return mistake(messageWith('noEntrance', { entrance }));
    if (!floors.has(toKey(entrance, floor))) {
      if (floor > 0) return mistake(messageWith('noFloor', { entrance, floor }));
      floors.add(toKey(entrance, floor));
      layout.floors.push({ entrance, number: floor });
    }
    for (const label of parseLabels(labels)) {
      if (label.length > BUILDING.unitLabel) return mistake(messageWith('longLabel', { most: BUILDING.unitLabel }));
      const key = `${unit_type} ${label}`;
      if (usedLabels.has(key)) return mistake(messageWith('repeatedLabel', { label }));
      usedLabels.add(key);
      layout.units.push({ entrance, floor, riser: null, unit_type, label });
    }
  }
  return [];
}

/** The content of an entrance, for the preview of a building. */
export interface EntranceSummary {
  entrance: number;
  floors: number;
  flats: number;
  /** Ranges of its flat numbers, «1–12, 14–36», without lettered flats. */
  numbers: NumberRange[];
  others: number;
}

/** Summarises a layout by entrance, for the preview of a form. */
export function summarize({ entrances, floors, units }: Layout): EntranceSummary[] {
  const byEntrance = new Map<number, EntranceSummary>(
    entrances.map((entrance) => [entrance, { entrance, floors: 0, flats: 0, numbers: [], others: 0 }]),
  );
  for (const { entrance, number } of floors) {
    const summary = byEntrance.get(entrance);
    if (summary && number > 0) summary.floors += 1;
  }
  for (const { entrance, unit_type, label } of units) {
    const summary = byEntrance.get(entrance);
    if (!summary) continue;
    if (unit_type !== 'flat') {
      summary.others += 1;
      continue;
    }
    summary.flats += 1;
    if (!/^\d+$/.test(label)) continue;
    const number = Number(label);
    const last = summary.numbers.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else summary.numbers.push([number, number]);
  }
  return [...byEntrance.values()];
}
