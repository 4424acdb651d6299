import * as z from 'zod';
import { defineKind, idRule, unless } from './kind.ts';
import { roundTo } from './rounding.ts';

/** A place on a picture, as records and forms hold it. */
export interface PointValue {
  /** Id of the picture: what is put in its place has another one. */
  file: number;
  /** Shares of its width and height, 0…1 from the upper left corner. */
  x: number;
  y: number;
}

/** Decimal places of a share: a tenth of a millimetre on a sheet of a metre. */
const PLACES = 4;

const share = z
  .number('kinds.point')
  .min(0, 'kinds.point')
  .max(1, 'kinds.point')
  .transform((value) => roundTo(value, PLACES));

/** Out of anything a record may carry; null where it is no point. */
export function pointOf(value: unknown): PointValue | null {
  if (typeof value !== 'object' || value === null) return null;
  const { file, x, y } = value as Partial<Record<keyof PointValue, unknown>>;
  return typeof file === 'number' && typeof x === 'number' && typeof y === 'number' ? { file, x, y } : null;
}

/** A place on a plan: on a picture of the record itself, or of a record that it refers to. */
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
    z.strictObject({ file: idRule('kinds.point'), x: share, y: share }, unless(missing, 'kinds.point')),
  names: ({ plan }) => [['plan', plan, ['files', 'reference']]],
  initial: () => null,
  column: 'presence',
});
