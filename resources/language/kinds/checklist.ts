import * as z from 'zod';
import { idsOf, partsOf, saidId, writtenIds } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';

/** Ticked entrances, floors or risers (pipes) of the building in a neighbouring field (NEWS-45…47). */
export const checklist = defineKind({
  expression: () => 'ids',
  options: z.object({
    of: z.enum(['porches', 'floors', 'pipes']),
    building: z.string().describe('Field with the building'),
    porches: z.string().optional().describe('Field with ticked entrances that narrows the floors'),
  }),
  rule: (_options, missing) => idsRule(missing),
  *names({ building, porches }) {
    yield ['building', building, ['building']];
    if (porches) yield ['porches', porches, ['checklist']];
  },
  initial: () => [],
  read: idsOf,
  write: idsOf,
  csv: { write: writtenIds, read: (cell, _options, words) => partsOf(cell).map((part) => saidId(part, words)) },
  column: 'numbers',
});
