/**
 * Meters and what a building collects of them (READ-30). Plain rules without zod: server, list, forms and building settings
 * read them alike.
 */

/** The six meters, in the order of their columns (READ-30). */
export const METER_TYPES = ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'] as const;
export type MeterType = (typeof METER_TYPES)[number];

/** Reading types that a building may be set to collect, as settings carry them (readings.md, `reading_types`). */
export const READING_TYPES = [
  'water_cold',
  'water_hot',
  'water_hot_and_cold',
  'water_common',
  'elec_common',
  'elec_day_and_night',
  'gas',
  'heating',
] as const;
export type ReadingType = (typeof READING_TYPES)[number];

/** Meters that a reading type stands for (READ-31, G-18): a single electricity meter counts as the day's. */
export const METERS_OF = {
  water_cold: ['water_cold'],
  water_hot: ['water_hot'],
  water_hot_and_cold: ['water_cold', 'water_hot'],
  water_common: ['water_cold', 'water_hot'],
  elec_common: ['elec_day'],
  elec_day_and_night: ['elec_day', 'elec_night'],
  gas: ['gas'],
  heating: ['heating'],
} as const satisfies Record<ReadingType, readonly MeterType[]>;

/** Groups of meters, in the order of settings and signs (SET-18). */
export const METER_GROUPS = ['water', 'electricity', 'gas', 'heating'] as const;
export type MeterGroup = (typeof METER_GROUPS)[number];

/** Meters of a group. */
export const GROUP_METERS = {
  water: ['water_cold', 'water_hot'],
  electricity: ['elec_day', 'elec_night'],
  gas: ['gas'],
  heating: ['heating'],
} as const satisfies Record<MeterGroup, readonly MeterType[]>;

/** The sub-options a form offers for a group, exactly one of which is chosen (SET-31, SET-32); the first is the usual one. */
export const GROUP_OPTIONS = {
  water: ['water_hot_and_cold', 'water_cold', 'water_hot'],
  electricity: ['elec_day_and_night', 'elec_common'],
  gas: ['gas'],
  heating: ['heating'],
} as const satisfies Record<MeterGroup, readonly ReadingType[]>;

/**
 * Meters that a list of reading types stands for, each once, in the order of `METER_TYPES`. A meter's own name
 * stands for itself (G-71), other types say nothing.
 */
export function metersOf(types: readonly string[]): MeterType[] {
  const meters = new Set<string>(types.flatMap((type) => (isReadingType(type) ? METERS_OF[type] : type)));
  return METER_TYPES.filter((meter) => meters.has(meter));
}

/** The way back: the reading types a form would have set for these meters, at most one a group. */
export function readingTypesOf(meters: readonly MeterType[]): ReadingType[] {
  const has = new Set(meters);
  return METER_GROUPS.flatMap((group) => {
    const held = GROUP_METERS[group].filter((meter) => has.has(meter));
    return GROUP_OPTIONS[group].find((option) => sameMeters(METERS_OF[option], held)) ?? widest(group, held);
  });
}

/**
 * The sub-option of a group that is chosen among a building's reading types; null when the group is not collected. Both
 * names of hot and cold water, and the two given apart, are the same option.
 */
export function groupOption(group: MeterGroup, types: readonly string[]): ReadingType | null {
  const meters = metersOf(types).filter((meter) => (GROUP_METERS[group] as readonly MeterType[]).includes(meter));
  return readingTypesOf(meters)[0] ?? null;
}

/** Whether electricity has one meter alone: then it is called «Электричество», without a time of day (READ-32). */
export function singleElectricity(meters: readonly MeterType[]): boolean {
  return meters.includes('elec_day') && !meters.includes('elec_night');
}

/** Reading types of a building in the words of the settings, of whichever of both vocabularies (G-71). */
export function readingTypesIn(types: readonly string[]): ReadingType[] {
  const known = types.filter(isReadingType);
  const others = metersOf(types.filter((type) => !isReadingType(type)));
  return [...known, ...readingTypesOf(others)];
}

/** Whether a text is a reading type. */
function isReadingType(text: string): text is ReadingType {
  return (READING_TYPES as readonly string[]).includes(text);
}

function sameMeters(one: readonly MeterType[], other: readonly MeterType[]): boolean {
  return one.length === other.length && one.every((meter) => other.includes(meter));
}

/** A night meter alone has no option of its own: day and night holds it. */
function widest(group: MeterGroup, held: readonly MeterType[]): ReadingType[] {
  return held.length > 0 ? [GROUP_OPTIONS[group][0]] : [];
}
