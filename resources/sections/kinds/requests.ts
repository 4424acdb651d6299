import * as z from 'zod';
import { defineKind, idsRule } from '../../language/kinds/kind.ts';
import { moment } from '../../language/kinds/moment.ts';
import { unfinishedDate } from '../../language/kinds/unfinished-date.ts';
import { entryId, type PlaceEntry } from '../../rules/place-entry.ts';

/** Kinds of a place: a whole building, entrances, or floors. */
const PLACE_TYPES = ['building', 'porches', 'floors'] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

/** A place within a building, as a form holds it (TASK-45…50). */
export interface PlaceValue {
  /** A building, or an entrance of one that is open in part; null = nothing chosen yet. */
  object: PlaceEntry | null;
  /** Id of the building it is, or lies in; null with `object`. */
  building: number | null;
  porchMode: 'all' | 'some';
  /** Ids of ticked entrances. */
  porches: number[];
  floorMode: 'all' | 'some';
  /** Ids of ticked floors. */
  floors: number[];
  /** The place as another page knows it; the input makes the rest of it once the buildings are there. */
  given?: { building?: number; porch?: number };
}

/** The initial place; choosing another object resets everything but the object to it. */
export const untouchedPlace = (): PlaceValue => ({
  object: null,
  building: null,
  porchMode: 'all',
  porches: [],
  floorMode: 'all',
  floors: [],
});

const isPorch = (object: PlaceEntry) => object.startsWith('porch:');

/** Whether entrances were narrowed down, so that floors can be (TASK-49, TASK-50). */
export function offersFloors({ object, porchMode, porches }: PlaceValue): boolean {
  return object !== null && (isPorch(object) || (porchMode === 'some' && porches.length > 0));
}

/** The place on the wire: floors, entrances, or the building (TASK-62, TASK-63); null while nothing is chosen. */
function readPlace(value: PlaceValue): { type: PlaceType; target: Record<string, unknown> } | null {
  const { object, porchMode, porches, floorMode, floors } = value;
  if (object === null) return null;
  if (offersFloors(value) && floorMode === 'some') return { type: 'floors', target: { floors } };
  if (isPorch(object)) return { type: 'porches', target: { porches: [entryId(object)] } };
  if (porchMode === 'some') return { type: 'porches', target: { porches } };
  return { type: 'building', target: { building: entryId(object) } };
}

/** The problem of a place of the wire; null for none (TASK-51, TASK-52, TASK-56). */
function placeProblem(type: unknown, target: unknown, missing: string): string | null {
  const held = (key: string) => (typeof target === 'object' && target !== null ? Reflect.get(target, key) : undefined);
  const ids = (key: string) => idsRule('validation.unknown').safeParse(held(key)).success;
  if (type === 'building') return Number.isInteger(held('building')) ? null : missing;
  if (type === 'porches') return ids('porches') ? null : 'validation.anyPorch';
  if (type === 'floors') return ids('floors') ? null : 'validation.anyFloor';
  return missing;
}

/**
 * A building or a part of it: entrances, and floors of these. Its type and what it consists of stand in two keys:
 * `{target_type: 'floors', target: {floors: [62]}}`.
 */
export const place = defineKind({
  options: z.object({
    type: z.string().describe('Key of the wire with `building`, `porches` or `floors`'),
    target: z.string().describe('Key of the wire with the ids, under the name of the type'),
  }),
  rule: ({ type, target }, missing) =>
    z.looseObject({}, { error: missing }).superRefine((wire, context) => {
      const message = placeProblem(wire[type], wire[target], missing);
      if (message) context.addIssue({ code: 'custom', message, input: wire });
    }),
  initial: untouchedPlace,
  write: (value, { type, target }) => {
    const place = value ? readPlace({ ...untouchedPlace(), ...(value as PlaceValue) }) : null;
    return place && { [type]: place.type, [target]: place.target };
  },
});

/**
 * A value that another page brings along when it opens the form (`prefill`), and that goes out as it came: what a
 * request was made of. It is never typed; a widget (`input`) may say what it is.
 */
export const brought = defineKind({
  options: z.object({}),
  rule: (_options, missing) => z.looseObject({}, { error: missing }),
  initial: () => null,
});

/** Until when a request must be done, ISO in UTC; the form offers what is given most. */
export const deadline = defineKind({
  options: z.object({}),
  rule: moment.rule,
  initial: () => null,
  unfinished: unfinishedDate,
});
