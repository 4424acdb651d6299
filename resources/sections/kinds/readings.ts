import * as z from 'zod';
import { defineKind } from '../../language/kinds/kind.ts';
import { readingsRule } from '../../protocol/readings/readings.ts';

/** Values of the meters of a flat by their names, at least one of them (READ-25…27). */
export const meters = defineKind({
  options: z.object({
    building: z.string().describe('Field with the building, which says what is collected'),
    unit: z.string().describe('Field with the flat, which says what was given before'),
  }),
  rule: () => readingsRule,
  names: ({ building }) => [['building', building, ['building']]],
  initial: () => ({}),
});
