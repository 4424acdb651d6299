/** Meters, and which of them a building collects (READ-30). Without zod, shared by server, list, forms and building settings. */

/** The six meters, in the order of their columns (READ-30). */
export const METER_TYPES = ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'] as const;
export type MeterType = (typeof METER_TYPES)[number];

/** Reading types in the settings of a building (readings.md, `reading_types`). */
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

/** Meters of each reading type (READ-31, G-18); a single electricity meter counts as the day meter. */
export const METERS_BY_READING_TYPE = {
  water_cold: ['water_cold'],
  water_hot: ['water_hot'],
  water_hot_and_cold: ['water_cold', 'water_hot'],
  water_common: ['water_cold', 'water_hot'],
  elec_common: ['elec_day'],
  elec_day_and_night: ['elec_day', 'elec_night'],
  gas: ['gas'],
  heating: ['heating'],
} as const satisfies Record<ReadingType, readonly MeterType[]>;

/** Groups of meters, in the order of settings and icons (SET-18). */
export const METER_GROUPS = ['water', 'electricity', 'gas', 'heating'] as const;
export type MeterGroup = (typeof METER_GROUPS)[number];

/** Meters of a group. */
export const METERS_BY_GROUP = {
  water: ['water_cold', 'water_hot'],
  electricity: ['elec_day', 'elec_night'],
  gas: ['gas'],
  heating: ['heating'],
} as const satisfies Record<MeterGroup, readonly MeterType[]>;

/** Options that a form offers for a group, of which exactly one is chosen (SET-31, SET-32); the first is the default. */
export const OPTIONS_BY_GROUP = {
  water: ['water_hot_and_cold', 'water_cold', 'water_hot'],
  electricity: ['elec_day_and_night', 'elec_common'],
  gas: ['gas'],
  heating: ['heating'],
} as const satisfies Record<MeterGroup, readonly ReadingType[]>;

/**
 * Meters of a list of reading types, without duplicates, in the order of `METER_TYPES`. Names of meters are accepted too
 * (G-71); unknown types are ignored.
 */
export function toMeters(types: readonly string[]): MeterType[] {
  const meters = new Set<string>(types.flatMap((type) => (isReadingType(type) ? METERS_BY_READING_TYPE[type] : type)));
  return METER_TYPES.filter((meter) => meters.has(meter));
}

/** Reading types that a form would set for these meters, at most one per group. */
export function toReadingTypes(meters: readonly MeterType[]): ReadingType[] {
  const meterSet = new Set(meters);
  return METER_GROUPS.flatMap((group) => {
    const groupMeters = METERS_BY_GROUP[group].filter((meter) => meterSet.has(meter));
    return (
      OPTIONS_BY_GROUP[group].find((option) => sameMeters(METERS_BY_READING_TYPE[option], groupMeters)) ??
      fallbackOption(group, groupMeters)
    );
  });
}

/**
 * The option of a group among a building's reading types; null if the group is not collected. `water_common`,
 * `water_hot_and_cold`, and hot and cold water as two types are the same option.
 */
export function findGroupOption(group: MeterGroup, types: readonly string[]): ReadingType | null {
  const meters = toMeters(types).filter((meter) => (METERS_BY_GROUP[group] as readonly MeterType[]).includes(meter));
  return toReadingTypes(meters)[0] ?? null;
}

/** Whether there is only a single electricity meter, which is called «Электричество» without a time of day (READ-32). */
export function hasSingleElectricity(meters: readonly MeterType[]): boolean {
  return meters.includes('elec_day') && !meters.includes('elec_night');
}

/** Converts reading types of a building, which may also be names of meters (G-71), to those of the settings. */
export function normalizeReadingTypes(types: readonly string[]): ReadingType[] {
  const known = types.filter(isReadingType);
  const others = toMeters(types.filter((type) => !isReadingType(type)));
  return [...known, ...toReadingTypes(others)];
}

/** Whether a text is a reading type. */
function isReadingType(text: string): text is ReadingType {
  return (READING_TYPES as readonly string[]).includes(text);
}

function sameMeters(one: readonly MeterType[], other: readonly MeterType[]): boolean {
  return one.length === other.length && one.every((meter) => other.includes(meter));
}

/** There is no option for a night meter alone, so the group's first option is used. */
function fallbackOption(group: MeterGroup, groupMeters: readonly MeterType[]): ReadingType[] {
  return groupMeters.length > 0 ? [OPTIONS_BY_GROUP[group][0]] : [];
}
