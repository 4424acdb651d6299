import * as z from 'zod';
import { defineKind } from '../../language/kinds/kind.ts';
import { readingsRule } from '../../protocol/readings/readings.ts';

/** Meter values of a flat by meter, at least one of them (READ-25…27). */
export const meters = defineKind({
  options: z.object({
    building: z.string().describe('Field with the building, which says what is collected'),
    unit: z.string().describe('Field with the flat, which says what was given before'),
  }),
  rule: () => readingsRule,
  namedFields: ({ building }) => [['building', building, ['building']]],
  initial: () => ({}),
});
