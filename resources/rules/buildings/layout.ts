import { BUILDING } from '../../limits.ts';
import type { UNIT_TYPES } from '../../protocol/enums.ts';
import { type NumberRange, parseLabels, parseNumbers } from './numbers.ts';

/**
 * From the plan of a building to its entrances, floors, risers and units. The console shows by it what a form will make, and
 * the server makes it, so that both always say the same.
 */

type UnitType = (typeof UNIT_TYPES)[number];

/** An entrance of a plan. */
export interface EntrancePlan {
  floors: number;
  /** Flats on each floor. */
  flats: number;
  /** The lowest floor with flats: below it there are shops or a hall. */
  from_floor: number;
  /** Number of its first flat; null: it goes on after the entrance before it. */
  first_number: number | null;
}

/** Offices, storage rooms or parking places on one floor of an entrance. */
interface OtherUnits {
  entrance: number;
  floor: number;
  unit_type: Exclude<UnitType, 'flat'>;
  /** Their names, separated by commas. */
  labels: string;
}

/** The data from which a building is made. */
export interface BuildingPlan {
  entrances: readonly EntrancePlan[];
  /** Numbers of flats that there are not, «13, 40–42»: the others keep theirs. */
  missing: string | null;
  /** Flats beside others, «12А, 15/1». */
  lettered: string | null;
  others: readonly OtherUnits[];
  /** Whether there is a riser through the flats that stand one above another. */
  risers: boolean;
}

/** The parts that exist already: a part of a building goes on after them. */
export interface LayoutStart {
  /** The number of the first entrance. */
  entrance: number;
  /** The number of the first flat where the plan names none. */
  number: number;
  /** The name of the first riser. */
  riser: number;
}

const BEGINNING: LayoutStart = { entrance: 1, number: 1, riser: 1 };

interface LaidUnit {
  entrance: number;
  floor: number;
  riser: string | null;
  unit_type: UnitType;
  label: string;
}

/** A building, or a part of one, with everything in it. */
export interface Layout {
  entrances: number[];
  floors: { entrance: number; number: number }[];
  risers: { entrance: number; name: string }[];
  units: LaidUnit[];
}

/** The mistake in a plan: the field and the message, a text key that may name something. */
export interface PlanMistake {
  field: 'entrances' | 'missing' | 'lettered' | 'others';
  message: string;
}

const named = (key: string, names: Readonly<Record<string, string | number>>) =>
  `buildingPlan.${key}?${new URLSearchParams(Object.entries(names).map(([name, value]) => [name, String(value)]))}`;

/** Entrances of the plan where each begins with the number it really has. */
function numbered(entrances: readonly EntrancePlan[], start: number): (EntrancePlan & { first_number: number })[] {
  let next = start;
  return entrances.map((entrance) => {
    const first_number = entrance.first_number ?? next;
    next = first_number + countFlats(entrance);
    return { ...entrance, first_number };
  });
}

const countFlats = ({ floors, flats, from_floor }: EntrancePlan) => Math.max(0, floors - from_floor + 1) * flats;

/** Flats that the plan has, without looking at exceptions: bounded before anything is laid out. */
const plannedFlats = (entrances: readonly EntrancePlan[]): number =>
  entrances.reduce((sum, entrance) => sum + countFlats(entrance), 0);

/** Units that a plan may make at the most, counted without laying it out. */
export const plannedUnits = ({ entrances, lettered, others }: BuildingPlan): number =>
  [lettered ?? '', ...others.map(({ labels }) => labels)].reduce(
    (sum, labels) => sum + parseLabels(labels).length,
    plannedFlats(entrances),
  );

function numberRanges(entrances: readonly (EntrancePlan & { first_number: number })[]): NumberRange[] {
  return entrances.map((entrance) => [entrance.first_number, entrance.first_number + countFlats(entrance) - 1]);
}

/** A number that two entrances have; null when none is. */
function repeatedNumber(ranges: readonly NumberRange[]): number | null {
  const held = ranges.filter(([first, last]) => last >= first).sort(([a], [b]) => a - b);
  for (const [at, [first]] of held.entries()) {
    const before = held[at - 1];
    if (before && before[1] >= first) return first;
  }
  return null;
}

/**
 * Lays a plan out. Nothing is laid out of a plan with mistakes.
 * @param start what was there before; a whole building when left out
 */
export function layOut(
  plan: BuildingPlan,
  start: LayoutStart = BEGINNING,
): { layout: Layout; mistakes: null } | { layout: null; mistakes: PlanMistake[] } {
  const entrances = numbered(plan.entrances, start.number);
  const ranges = numberRanges(entrances);
  const repeated = repeatedNumber(ranges);
  const mistakes: PlanMistake[] = [];
  if (plannedFlats(entrances) > BUILDING.units)
    mistakes.push({ field: 'entrances', message: named('tooManyUnits', { most: BUILDING.units }) });
  else if (repeated !== null)
    mistakes.push({ field: 'entrances', message: named('repeatedNumber', { number: repeated }) });
  else if (ranges.some(([, last]) => last > BUILDING.number))
    mistakes.push({ field: 'entrances', message: named('highNumber', { most: BUILDING.number }) });
  if (mistakes.length) return { layout: null, mistakes };

  const missing = parseNumbers(plan.missing ?? '', BUILDING.units);
  if (missing.wrong !== null) mistakes.push({ field: 'missing', message: named('notNumber', { text: missing.wrong }) });
  const gone = new Set(missing.numbers);
  const layout: Layout = { entrances: [], floors: [], risers: [], units: [] };
  const flats = layFlats(entrances, { start, gone, risers: plan.risers }, layout);
  const absent = missing.numbers.find((number) => !flats.has(number));
  if (absent !== undefined && missing.wrong === null)
    mistakes.push({ field: 'missing', message: named('noSuchNumber', { number: absent }) });
  const labels = new Set(layout.units.map(({ label }) => label));
  mistakes.push(...layLettered(plan.lettered ?? '', { flats, labels }, layout));
  mistakes.push(...layOthers(plan.others, layout));
  if (layout.units.length > BUILDING.units)
    mistakes.push({ field: 'entrances', message: named('tooManyUnits', { most: BUILDING.units }) });
  if (mistakes.length) return { layout: null, mistakes };
  return { layout, mistakes: null };
}

/** Lays entrances, floors, risers and numbered flats out. @returns where each number stands, those of missing flats too */
function layFlats(
  entrances: readonly (EntrancePlan & { first_number: number })[],
  { start, gone: missingNumbers, risers }: { start: LayoutStart; gone: ReadonlySet<number>; risers: boolean },
  layout: Layout,
): Map<number, { entrance: number; floor: number }> {
  const flats = new Map<number, { entrance: number; floor: number }>();
  let riser = start.riser;
  for (const [at, { floors, flats: beside, from_floor, first_number }] of entrances.entries()) {
    const entrance = start.entrance + at;
    let number = first_number;
    layout.entrances.push(entrance);
    if (risers)
      for (let place = 0; place < beside; place += 1) layout.risers.push({ entrance, name: String(riser + place) });
    for (let floor = 1; floor <= floors; floor += 1) {
      layout.floors.push({ entrance, number: floor });
      if (floor < from_floor) continue;
      for (let place = 0; place < beside; place += 1, number += 1) {
        flats.set(number, { entrance, floor });
        if (missingNumbers.has(number)) continue;
        const name = risers ? String(riser + place) : null;
        layout.units.push({ entrance, floor, riser: name, unit_type: 'flat', label: String(number) });
      }
    }
    if (risers) riser += beside;
  }
  return flats;
}

/** Puts «12А» beside flat 12, whether or not there is one. */
function layLettered(
  text: string,
  { flats, labels }: { flats: ReadonlyMap<number, { entrance: number; floor: number }>; labels: Set<string> },
  layout: Layout,
): PlanMistake[] {
  for (const label of parseLabels(text)) {
    const [, digits = '', letter = ''] = /^(\d{1,5}) ?([а-яёa-z]|[-/]\d{1,3})$/i.exec(label) ?? [];
    if (!digits) return [{ field: 'lettered', message: named('notLettered', { text: label }) }];
    const place = flats.get(Number(digits));
    if (!place) return [{ field: 'lettered', message: named('noSuchNumber', { number: digits }) }];
    const finalLabel = `${Number(digits)}${letter.toLocaleUpperCase('ru')}`;
    if (labels.has(finalLabel)) return [{ field: 'lettered', message: named('repeatedLabel', { label: finalLabel }) }];
    labels.add(finalLabel);
    layout.units.push({ ...place, riser: null, unit_type: 'flat', label: finalLabel });
  }
  return [];
}

/** Puts offices and the like on their floors; a basement is made where one is named. */
function layOthers(otherUnits: readonly OtherUnits[], layout: Layout): PlanMistake[] {
  const at = (entrance: number, number: number) => `${entrance}/${number}`;
  const floors = new Set(layout.floors.map(({ entrance, number }) => at(entrance, number)));
  const entrances = new Set(layout.entrances);
  const usedLabels = new Set<string>();
  const mistake = (message: string): PlanMistake[] => [{ field: 'others', message }];
  for (const { entrance, floor, unit_type, labels } of otherUnits) {
    if (!entrances.has(entrance)) return mistake(named('noEntrance', { entrance }));
    if (!floors.has(at(entrance, floor))) {
      if (floor > 0) return mistake(named('noFloor', { entrance, floor }));
      floors.add(at(entrance, floor));
      layout.floors.push({ entrance, number: floor });
    }
    for (const label of parseLabels(labels)) {
      if (label.length > BUILDING.unitLabel) return mistake(named('longLabel', { most: BUILDING.unitLabel }));
      const key = `${unit_type} ${label}`;
      if (usedLabels.has(key)) return mistake(named('repeatedLabel', { label }));
      usedLabels.add(key);
      layout.units.push({ entrance, floor, riser: null, unit_type, label });
    }
  }
  return [];
}

/** The content of an entrance, for the preview of a house. */
export interface EntranceSummary {
  entrance: number;
  floors: number;
  flats: number;
  /** Numbers of its flats, runs without gaps: «1–12, 14–36», letters left out. */
  numbers: NumberRange[];
  others: number;
}

/** A building in a few words: what the preview of a form says of each entrance. */
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
