import * as z from 'zod';
import {
  GROUP_METERS,
  groupOption,
  METER_GROUPS,
  METERS_OF,
  READING_TYPES,
  type ReadingType,
} from '#resources/rules/readings/meters.ts';
import { defineKind, unless } from './kind.ts';

/** One option a group: two of a group that were given apart are the one that stands for both (G-18). */
function settled(types: readonly ReadingType[]): ReadingType[] {
  return METER_GROUPS.flatMap((group) => {
    const meters: readonly string[] = GROUP_METERS[group];
    const own = [...new Set(types)].filter((type) => METERS_OF[type].some((meter) => meters.includes(meter)));
    const [only] = own;
    return own.length > 1 ? (groupOption(group, own) ?? []) : (only ?? []);
  });
}

/** What a building collects: water, electricity, gas, heating, with one option each (B§3, SET-30…32). */
export const readingTypes = defineKind({
  options: z.object({
    group: z.enum(METER_GROUPS).optional().describe('Shown: only what is collected of it; all there is when left out'),
  }),
  rule: (_options, missing) =>
    z
      .array(z.enum(READING_TYPES, unless(missing, 'validation.choice')), unless(missing, 'validation.choice'))
      .max(READING_TYPES.length * 2, 'validation.tooMany')
      .transform(settled),
  initial: () => [],
});
