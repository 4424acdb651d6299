import * as z from 'zod';
import { formatIds, parseId, splitList, toIds } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';

/** Several entrances, floors or risers of one building; the building is chosen in another field (NEWS-45…47). */
export const checklist = defineKind({
  expression: () => 'ids',
  options: z.object({
    of: z.enum(['porches', 'floors', 'pipes']),
    building: z.string().describe('Field with the building'),
    porches: z.string().optional().describe('Field with ticked entrances that narrows the floors'),
  }),
  rule: (_options, missing) => idsRule(missing),
  *namedFields({ building, porches }) {
    yield ['building', building, ['building']];
    if (porches) yield ['porches', porches, ['checklist']];
  },
  initial: () => [],
  read: toIds,
  write: toIds,
  csv: { write: formatIds, read: (cell, _options, texts) => splitList(cell).map((part) => parseId(part, texts)) },
  column: 'numbers',
});
