import type * as z from 'zod';
import type { Level } from '../access.ts';
import { type AudienceTarget, audience } from './audience.ts';
import { avatar } from './avatar.ts';
import { building } from './building.ts';
import { buildings } from './buildings.ts';
import { checkbox } from './checkbox.ts';
import { checklist } from './checklist.ts';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { type FileValue, files } from './files.ts';
import { level } from './level.ts';
import { link } from './link.ts';
import { longText } from './long-text.ts';
import { month } from './month.ts';
import { number } from './number.ts';
import { phone } from './phone.ts';
import { text } from './text.ts';
import { unit } from './unit.ts';

/** Every field kind by its name. A new kind is one file beside this one and one line here. */
export const KINDS = {
  text,
  'long-text': longText,
  choice,
  phone,
  link,
  checkbox,
  number,
  date,
  month,
  files,
  building,
  buildings,
  unit,
  checklist,
  avatar,
  level,
  audience,
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
  choice: string;
  phone: string;
  link: string;
  checkbox: boolean;
  number: number | string;
  date: string;
  month: string;
  files: FileValue[];
  building: number;
  buildings: number[];
  unit: number;
  checklist: number[];
  avatar: string;
  level: Level;
  audience: AudienceTarget;
}
