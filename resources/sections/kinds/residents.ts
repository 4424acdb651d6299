import * as z from 'zod';
import { toId } from '../../language/kinds/ids.ts';
import { defineKind, ID_MAX, idRule, typeMessage } from '../../language/kinds/kind.ts';
import { COUNT } from '../../limits.ts';

/** A unit that a person lives in or owns, in a form; null: not chosen yet. */
export interface UnitPair {
  building: number | null;
  unit: number | null;
}

const NOT_CHOSEN: UnitPair = { building: null, unit: null };

/** Reads a pair from a unit of the record, plain or nested under `object`. */
function readPair(wire: unknown): UnitPair {
  const object = typeof wire === 'object' && wire !== null && 'object' in wire ? wire.object : wire;
  const building = typeof object === 'object' && object !== null && 'building' in object ? toId(object.building) : null;
  return { building, unit: toId(object) };
}

const readPairs = (value: unknown): UnitPair[] => (Array.isArray(value) ? (value as UnitPair[]) : []);

/**
 * Up to ten flats or other units, each chosen by building and unit (RES-29…34). The wire has the ids of the units without
 * duplicates (RES-40).
 */
export const units = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .array(idRule('validation.unknown'), typeMessage(missing, 'validation.choice'))
      .min(1, missing)
      .max(1_000, 'validation.tooMany')
      .transform((ids) => [...new Set(ids)])
      .pipe(z.array(z.int().max(ID_MAX)).max(COUNT.residentUnitsMax, 'validation.unitsMax')),
  initial: () => [NOT_CHOSEN],
  read: (wire) => (Array.isArray(wire) && wire.length > 0 ? wire.map(readPair) : [NOT_CHOSEN]),
  write: (value) => [...new Set(readPairs(value).flatMap(({ unit }) => unit ?? []))],
  findFormMistake: (value) => {
    const pairs = readPairs(value);
    if (pairs.some(({ building }) => building === null)) return 'validation.object';
    return pairs.some(({ unit }) => unit === null) ? 'validation.flat' : null;
  },
});
