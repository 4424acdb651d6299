import * as z from 'zod';
import { boundsMessage } from '../../language/kinds/bounds.ts';
import { isEmpty } from '../../language/kinds/ids.ts';
import { defineKind, plainText, typeMessage } from '../../language/kinds/kind.ts';
import { BUILDING } from '../../limits.ts';

const count = (least: number, most: number) =>
  z.int('validation.number').min(least, 'validation.numberLow').max(most, 'validation.numberHigh');
const floorFrom = (least: number) => count(least, BUILDING.floors);

/** A floor, also one below the ground. */
export const floorRule = floorFrom(BUILDING.lowestFloor);
/** Number of flats on one floor of an entrance. */
export const flatsRule = count(0, BUILDING.flatsPerFloor);
/** Number of the first flat; empty: continues after the previous entrance. */
export const firstNumberRule = count(1, BUILDING.flatNumber).nullable().default(null);

const ROW = typeMessage('validation.required', 'validation.choice');

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

/** Units other than flats on one floor of an entrance. */
export const otherUnits = z.object(
  {
    entrance: count(1, 1_000),
    floor: floorRule,
    unit_type: z.enum(['office', 'storage', 'parking'], typeMessage('validation.required', 'validation.choice')),
    labels: plainText('validation.required')
      .trim()
      .min(1, 'validation.required')
      .max(BUILDING.exceptions, 'validation.tooLong'),
  },
  ROW,
);

/** An entrance in a form, as typed. */
export type EntranceRow = Record<keyof z.output<typeof entrancePlan>, string>;
/** Other units in a form, as typed. */
export type OtherRow = Record<keyof z.output<typeof otherUnits>, string>;

/** Initial values of a new entrance. */
export const NEW_ENTRANCE: EntranceRow = { floors: '9', flats: '4', from_floor: '1', first_number: '' };
export const NEW_OTHER: OtherRow = { entrance: '1', floor: '1', unit_type: 'office', labels: '' };

/** Converts typed digits to a number; anything else is left for validation. */
const parseTypedNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : isEmpty(text) ? undefined : text;
type Row = Record<string, unknown>;
/** Converts each row; anything that is not a row is left for validation. */
const mapRows = (value: unknown, convert: (row: Row) => Row): unknown[] =>
  Array.isArray(value) ? value.map((row) => (typeof row === 'object' && row !== null ? convert(row as Row) : row)) : [];

/** Converts an entrance of a form to its wire form. */
export const toWireEntrance = ({ floors, flats, from_floor, first_number }: Record<string, unknown>) => ({
  floors: parseTypedNumber(floors),
  flats: parseTypedNumber(flats),
  from_floor: parseTypedNumber(from_floor),
  first_number: parseTypedNumber(first_number) ?? null,
});

/** Converts other units of a form to their wire form. */
export const toWireOtherUnits = ({ entrance, floor, unit_type, labels }: Record<string, unknown>) => ({
  entrance: parseTypedNumber(entrance),
  floor: parseTypedNumber(floor),
  unit_type,
  labels,
});

/** The entrances of a new building: number of floors, flats per floor, first floor with flats, and first flat number. */
export const entrances = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .array(entrancePlan, typeMessage(missing, 'validation.choice'))
      .min(1, missing)
      .max(BUILDING.entrances, 'validation.tooMany'),
  initial: (): EntranceRow[] => [NEW_ENTRANCE],
  write: (value) => mapRows(value, toWireEntrance),
  // An invalid number of entrances is stored as typed text in place of the rows.
  findFormMistake: (value) => (typeof value === 'string' ? boundsMessage('1', String(BUILDING.entrances)) : null),
});

/** Offices, storage rooms and parking places of a new building. */
export const others = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z.array(otherUnits, typeMessage(missing, 'validation.choice')).max(BUILDING.otherUnits, 'validation.tooMany'),
  initial: (): OtherRow[] => [],
  write: (value) => mapRows(value, toWireOtherUnits),
});
