import * as z from 'zod';
import { defineKind, idsRule } from '../../language/kinds/kind.ts';
import { moment } from '../../language/kinds/moment.ts';
import { unfinishedDate } from '../../language/kinds/unfinished-date.ts';
import { getEntryId, type PlaceEntry } from '../../rules/place-entry.ts';

/** Types of a place: a whole building, entrances, or floors. */
const PLACE_TYPES = ['building', 'porches', 'floors'] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

/** A place in a form (TASK-45…50). */
export interface PlaceValue {
  /** A building, or an entrance of a partly open one; null: nothing is chosen yet. */
  object: PlaceEntry | null;
  /** Id of the building, or of the entrance's building; null with `object`. */
  building: number | null;
  porchMode: 'all' | 'some';
  /** Ids of selected entrances. */
  porches: number[];
  floorMode: 'all' | 'some';
  /** Ids of selected floors. */
  floors: number[];
  /** The place that another page has prefilled; the input completes it once the buildings are loaded. */
  given?: { building?: number; porch?: number };
}

/** The initial place; choosing another object resets everything else to it. */
export const untouchedPlace = (): PlaceValue => ({
  object: null,
  building: null,
  porchMode: 'all',
  porches: [],
  floorMode: 'all',
  floors: [],
});

const isPorch = (object: PlaceEntry) => object.startsWith('porch:');

/** Whether entrances are selected, which is required for selecting floors (TASK-49, TASK-50). */
export function offersFloors({ object, porchMode, porches }: PlaceValue): boolean {
  return object !== null && (isPorch(object) || (porchMode === 'some' && porches.length > 0));
}

/** The place on the wire: floors, entrances, or the building (TASK-62, TASK-63); null if nothing is chosen. */
function toWirePlace(value: PlaceValue): { type: PlaceType; target: Record<string, unknown> } | null {
  const { object, porchMode, porches, floorMode, floors } = value;
  if (object === null) return null;
  if (offersFloors(value) && floorMode === 'some') return { type: 'floors', target: { floors } };
  if (isPorch(object)) return { type: 'porches', target: { porches: [getEntryId(object)] } };
  if (porchMode === 'some') return { type: 'porches', target: { porches } };
  return { type: 'building', target: { building: getEntryId(object) } };
}

/** The mistake in a place on the wire; null if there is none (TASK-51, TASK-52, TASK-56). */
function findPlaceMistake(type: unknown, target: unknown, missing: string): string | null {
  const getValue = (key: string) =>
    typeof target === 'object' && target !== null ? Reflect.get(target, key) : undefined;
  const hasIds = (key: string) => idsRule('validation.unknown').safeParse(getValue(key)).success;
  if (type === 'building') return Number.isInteger(getValue('building')) ? null : missing;
  if (type === 'porches') return hasIds('porches') ? null : 'validation.anyPorch';
  if (type === 'floors') return hasIds('floors') ? null : 'validation.anyFloor';
  return missing;
}

/** A building, or entrances or floors of it. Type and ids are in two keys: `{target_type: 'floors', target: {floors: [62]}}`. */
export const place = defineKind({
  options: z.object({
    type: z.string().describe('Key of the wire with `building`, `porches` or `floors`'),
    target: z.string().describe('Key of the wire with the ids, under the name of the type'),
  }),
  rule: ({ type, target }, missing) =>
    z.looseObject({}, { error: missing }).superRefine((wire, context) => {
      const message = findPlaceMistake(wire[type], wire[target], missing);
      if (message) context.addIssue({ code: 'custom', message, input: wire });
    }),
  initial: untouchedPlace,
  write: (value, { type, target }) => {
    const place = value ? toWirePlace({ ...untouchedPlace(), ...(value as PlaceValue) }) : null;
    return place && { [type]: place.type, [target]: place.target };
  },
});

/**
 * A value that another page prefills (`prefill`) and that is sent unchanged: what a request is created from. Never typed; a
 * widget (`input`) may display it.
 */
export const prefilled = defineKind({
  options: z.object({}),
  rule: (_options, missing) => z.looseObject({}, { error: missing }),
  initial: () => null,
});

/** Deadline of a request, ISO in UTC; the form offers common choices. */
export const deadline = defineKind({
  options: z.object({}),
  rule: moment.rule,
  initial: () => null,
  findFormMistake: unfinishedDate,
});
