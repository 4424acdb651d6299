import type { Level } from '../access.ts';
import { autoNumber } from './auto-number.ts';
import { avatar } from './avatar.ts';
import { building } from './building.ts';
import { buildings } from './buildings.ts';
import { checkbox } from './checkbox.ts';
import { checklist } from './checklist.ts';
import { choice } from './choice.ts';
import { companyNumber } from './company-number.ts';
import { date } from './date.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import type { FileValue } from './file-values.ts';
import { files } from './files.ts';
import { level } from './level.ts';
import { lines } from './lines.ts';
import { link } from './link.ts';
import { longText } from './long-text.ts';
import { meter } from './meter.ts';
import { moment } from './moment.ts';
import { money } from './money.ts';
import { month } from './month.ts';
import { number } from './number.ts';
import { oneOf } from './one-of.ts';
import { phone } from './phone.ts';
import { type PointValue, point } from './point.ts';
import { type ReferenceValue, reference } from './reference.ts';
import { references } from './references.ts';
import type { Row } from './row-values.ts';
import { rows } from './rows.ts';
import { type SignatureValue, signature } from './signature.ts';
import { someOf } from './some-of.ts';
import { state } from './state.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { unit } from './unit.ts';

/**
 * The field kinds of the definition language by name. To add one see section-author.md "A new kind". A kind that only one
 * built-in section uses is in `resources/sections/kinds/`.
 */
export const KINDS = {
  text,
  'long-text': longText,
  lines,
  choice,
  state,
  phone,
  link,
  checkbox,
  number,
  money,
  date,
  month,
  time,
  duration,
  email,
  'company-number': companyNumber,
  'auto-number': autoNumber,
  files,
  building,
  buildings,
  unit,
  reference,
  references,
  checklist,
  avatar,
  level,
  'one-of': oneOf,
  'some-of': someOf,
  meter,
  moment,
  rows,
  signature,
  point,
} as const;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** The value of a field of the kind in a record. */
export interface KindValues {
  text: string;
  'long-text': string;
  lines: string[];
  choice: string;
  state: string;
  phone: string;
  link: string;
  checkbox: boolean;
  number: number | string;
  money: number;
  date: string;
  month: string;
  time: string;
  duration: number;
  email: string;
  'company-number': string;
  'auto-number': string;
  files: FileValue[];
  building: number;
  buildings: number[];
  unit: number;
  reference: ReferenceValue;
  references: ReferenceValue[];
  checklist: number[];
  avatar: string;
  level: Level;
  'one-of': number;
  'some-of': number[];
  meter: string;
  moment: string;
  rows: Row[];
  signature: SignatureValue;
  point: PointValue;
}
