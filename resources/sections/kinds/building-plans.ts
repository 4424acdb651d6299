import * as z from 'zod';
import { boundsMessage } from '../../language/kinds/bounds.ts';
import { isEmpty } from '../../language/kinds/ids.ts';
import { defineKind, plainText, unless } from '../../language/kinds/kind.ts';
import { BUILDING } from '../../limits.ts';

const count = (least: number, most: number) =>
  z.int('validation.number').min(least, 'validation.numberLow').max(most, 'validation.numberHigh');
const floorFrom = (least: number) => count(least, BUILDING.floors);

/** A floor, also one below the ground. */
export const floorRule = floorFrom(BUILDING.lowestFloor);
/** Flats of one entrance on one floor. */
export const flatsRule = count(0, BUILDING.flatsOfFloor);
/** The number of a first flat; nothing where it goes on after the one before it. */
export const firstNumberRule = count(1, BUILDING.number).nullable().default(null);

const ROW = unless('validation.required', 'validation.choice');

/** An entrance of a plan (`resources/rules/buildings/layout.ts`). */
export const entrancePlan = z.object(
  {
    floors: floorFrom(1),
    flats: flatsRule,
    from_floor: floorFrom(1).default(1),
    first_number: firstNumberRule,
  },
  ROW,
);

/** Units that are no flats, on one floor of an entrance. */
export const otherUnits = z.object(
  {
    entrance: count(1, 1_000),
    floor: floorRule,
    unit_type: z.enum(['office', 'storage', 'parking'], unless('validation.required', 'validation.choice')),
    labels: plainText('validation.required')
      .trim()
      .min(1, 'validation.required')
      .max(BUILDING.exceptions, 'validation.tooLong'),
  },
  ROW,
);

/** An entrance as a form holds it: what is typed. */
export type EntranceRow = Record<keyof z.output<typeof entrancePlan>, string>;
/** Units that are no flats as a form holds them. */
export type OtherRow = Record<keyof z.output<typeof otherUnits>, string>;

/** A new entrance before anything is typed. */
export const NEW_ENTRANCE: EntranceRow = { floors: '9', flats: '4', from_floor: '1', first_number: '' };
export const NEW_OTHER: OtherRow = { entrance: '1', floor: '1', unit_type: 'office', labels: '' };

/** Digits that are typed as a number; anything else is left for the rule to refuse. */
const typedNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : isEmpty(text) ? undefined : text;
type Row = Record<string, unknown>;
/** Each row made another one; what is no row is left for the rule to refuse. */
const eachRow = (value: unknown, make: (row: Row) => Row): unknown[] =>
  Array.isArray(value) ? value.map((row) => (typeof row === 'object' && row !== null ? make(row as Row) : row)) : [];

/** An entrance as it is sent. */
export const sentEntrance = ({ floors, flats, from_floor, first_number }: Record<string, unknown>) => ({
  floors: typedNumber(floors),
  flats: typedNumber(flats),
  from_floor: typedNumber(from_floor),
  first_number: typedNumber(first_number) ?? null,
});

/** Units that are no flats as they are sent. */
export const sentOther = ({ entrance, floor, unit_type, labels }: Record<string, unknown>) => ({
  entrance: typedNumber(entrance),
  floor: typedNumber(floor),
  unit_type,
  labels,
});

/** The entrances of a new building: floors, flats on each, where flats begin and by which number. */
export const entrances = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .array(entrancePlan, unless(missing, 'validation.choice'))
      .min(1, missing)
      .max(BUILDING.entrances, 'validation.tooMany'),
  initial: (): EntranceRow[] => [NEW_ENTRANCE],
  write: (value) => eachRow(value, sentEntrance),
  // A number of entrances that no building has is held as it was typed, in place of the rows.
  unfinished: (value) => (typeof value === 'string' ? boundsMessage('1', String(BUILDING.entrances)) : null),
});

/** Offices, storage rooms and parking places of a new building. */
export const others = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z.array(otherUnits, unless(missing, 'validation.choice')).max(BUILDING.otherUnits, 'validation.tooMany'),
  initial: (): OtherRow[] => [],
  write: (value) => eachRow(value, sentOther),
});
