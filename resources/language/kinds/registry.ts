import type * as z from 'zod';
import type { MeterType, ReadingType } from '#resources/rules/readings/meters.ts';
import type { Level } from '../access.ts';
import { address } from './address.ts';
import { type AudienceTarget, audience } from './audience.ts';
import { avatar } from './avatar.ts';
import { brought } from './brought.ts';
import { building } from './building.ts';
import { buildings } from './buildings.ts';
import { checkbox } from './checkbox.ts';
import { checklist } from './checklist.ts';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { dayRange } from './day-range.ts';
import { type FileValue, files } from './files.ts';
import { level } from './level.ts';
import { levels } from './levels.ts';
import { lines } from './lines.ts';
import { link } from './link.ts';
import { longText } from './long-text.ts';
import { meter } from './meter.ts';
import { meters } from './meters.ts';
import { moment } from './moment.ts';
import { money } from './money.ts';
import { month } from './month.ts';
import { named } from './named.ts';
import { number } from './number.ts';
import { oneOf } from './one-of.ts';
import { person } from './person.ts';
import { phone } from './phone.ts';
import { place } from './place.ts';
import { porches } from './porches.ts';
import { readingTypes } from './reading-types.ts';
import { type ReferenceValue, reference } from './reference.ts';
import { selection } from './selection.ts';
import { someOf } from './some-of.ts';
import { text } from './text.ts';
import { unit } from './unit.ts';
import { units } from './units.ts';

/** Every field kind by its name. A new kind is one file beside this one and one line here. */
export const KINDS = {
  text,
  'long-text': longText,
  lines,
  choice,
  phone,
  link,
  checkbox,
  number,
  money,
  date,
  month,
  files,
  building,
  buildings,
  unit,
  units,
  reference,
  checklist,
  avatar,
  level,
  levels,
  porches,
  person,
  'one-of': oneOf,
  'some-of': someOf,
  audience,
  meter,
  meters,
  address,
  named,
  'day-range': dayRange,
  'reading-types': readingTypes,
  selection,
  place,
  moment,
  brought,
} as const;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** Options of a kind as a definition writes them. */
export type KindOptions<Name extends KindName> = keyof (typeof KINDS)[Name]['options']['shape'] extends never
  ? unknown
  : z.input<(typeof KINDS)[Name]['options']>;

/** What a record carries for a field of the kind. */
export interface KindValues {
  text: string;
  'long-text': string;
  lines: string[];
  choice: string;
  phone: string;
  link: string;
  checkbox: boolean;
  number: number | string;
  money: number;
  date: string;
  month: string;
  files: FileValue[];
  building: number;
  buildings: number[];
  unit: number;
  units: number[];
  reference: ReferenceValue;
  checklist: number[];
  avatar: string;
  level: Level;
  levels: Record<string, Level>;
  porches: number[];
  person: { first: string; last: string };
  'one-of': number;
  'some-of': number[];
  audience: AudienceTarget;
  meter: string;
  meters: Partial<Record<MeterType, string>>;
  address: { street: string; number: string };
  named: { id?: number; name?: string; label?: string };
  'day-range': Record<string, number | null>;
  'reading-types': ReadingType[];
  selection: number[];
  place: Record<string, unknown>;
  moment: string;
  brought: Record<string, unknown>;
}
