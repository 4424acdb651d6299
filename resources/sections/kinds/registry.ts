import type { Level } from '../../language/access.ts';
import type { MeterType, ReadingType } from '../../rules/readings/meters.ts';
import { entrances, others } from './building-plans.ts';
import { address, dayRange, named, readingTypes, selection } from './buildings.ts';
import { levels, person, porches } from './employees.ts';
import { type AudienceTarget, audience, publication } from './news.ts';
import { meters } from './readings.ts';
import { deadline, place, prefilled } from './requests.ts';
import { units } from './residents.ts';

/**
 * Kinds of fields that belong to one built-in section, named `<section>:<name>`. They are not part of the definition language,
 * so added sections cannot use them. To add one: define the kind in the section's file in this folder, add its traits, an entry
 * here, and widgets in `src/app/section-fields.ts`.
 */
export const SECTION_KINDS = {
  'news:audience': audience,
  'news:publication': publication,
  'requests:place': place,
  'requests:brought': prefilled,
  'requests:deadline': deadline,
  'residents:units': units,
  'readings:meters': meters,
  'employees:levels': levels,
  'employees:porches': porches,
  'employees:person': person,
  'buildings:address': address,
  'buildings:named': named,
  'buildings:day-range': dayRange,
  'buildings:reading-types': readingTypes,
  'buildings:selection': selection,
  'buildings:entrances': entrances,
  'buildings:others': others,
} as const;

export type SectionKind = keyof typeof SECTION_KINDS;

/** The value of each kind in a record. */
export interface SectionKindValues {
  'news:audience': AudienceTarget;
  'news:publication': string;
  'requests:place': Record<string, unknown>;
  'requests:brought': Record<string, unknown>;
  'requests:deadline': string;
  'residents:units': number[];
  'readings:meters': Partial<Record<MeterType, string>>;
  'employees:levels': Record<string, Level>;
  'employees:porches': number[];
  'employees:person': { first: string; last: string };
  'buildings:address': { street: string; number: string };
  'buildings:named': { id?: number; name?: string; label?: string };
  'buildings:day-range': Record<string, number | null>;
  'buildings:reading-types': ReadingType[];
  'buildings:selection': number[];
  'buildings:entrances': Record<string, unknown>[];
  'buildings:others': Record<string, unknown>[];
}
