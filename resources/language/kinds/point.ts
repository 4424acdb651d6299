import * as z from 'zod';
import { defineKind, idRule, typeMessage } from './kind.ts';
import { roundTo } from './rounding.ts';

/** A point on a picture, as in records and forms. */
export interface PointValue {
  /** Id of the picture; a replaced picture has another id. */
  file: number;
  /** Fractions of the picture's width and height, 0…1 from the upper left corner. */
  x: number;
  y: number;
}

/** Decimal places of a fraction; equals 0.1 mm on a sheet of one metre. */
const DECIMALS = 4;

const fraction = z
  .number('kinds.point')
  .min(0, 'kinds.point')
  .max(1, 'kinds.point')
  .transform((value) => roundTo(value, DECIMALS));

/** Reads a point from any value; null if it is not one. */
export function parsePoint(value: unknown): PointValue | null {
  if (typeof value !== 'object' || value === null) return null;
  const { file, x, y } = value as Partial<Record<keyof PointValue, unknown>>;
  return typeof file === 'number' && typeof x === 'number' && typeof y === 'number' ? { file, x, y } : null;
}

/** A point on a plan, which is a picture of the record itself or of a record that it refers to. */
export const point = defineKind({
  expression: () => 'given',
  options: z.object({
    plan: z
      .string()
      .describe(
        'Field with the picture: `files` of the record itself, or a `reference` to a record whose first field of the kind `files` holds it',
      ),
  }),
  rule: (_options, missing) =>
    z.strictObject({ file: idRule('kinds.point'), x: fraction, y: fraction }, typeMessage(missing, 'kinds.point')),
  namedFields: ({ plan }) => [['plan', plan, ['files', 'reference']]],
  initial: () => null,
  column: 'presence',
});
