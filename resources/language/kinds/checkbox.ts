import * as z from 'zod';
import { defineKind, unless } from './kind.ts';

/** Yes or no. A required one has to be ticked. */
export const checkbox = defineKind({
  options: z.object({ initial: z.boolean().optional() }),
  rule: (_options, missing) => z.boolean(unless(missing, 'validation.choice')),
  given: (wire) => wire === true,
  initial: (options) => options.initial ?? false,
  csv: {
    write: (wire) => (wire ? 'да' : 'нет'),
    read: (cell) => ['да', '1', 'true', 'yes'].includes(cell.trim().toLowerCase()),
  },
  column: 'boolean',
});
