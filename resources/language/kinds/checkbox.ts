import * as z from 'zod';
import { defineKind, unless } from './kind.ts';

const WRITTEN: Readonly<Record<string, boolean>> = {
  да: true,
  '1': true,
  true: true,
  yes: true,
  нет: false,
  '0': false,
  false: false,
  no: false,
  '': false,
};

/** Yes or no. A required one has to be ticked. */
export const checkbox = defineKind({
  options: z.object({ initial: z.boolean().optional() }),
  rule: (_options, missing) => z.boolean(unless(missing, 'validation.choice')),
  given: (wire) => wire === true,
  initial: (options) => options.initial ?? false,
  csv: {
    write: (wire) => (wire ? 'да' : 'нет'),
    read: (cell) => WRITTEN[cell.trim().toLowerCase()] ?? cell,
  },
  column: 'boolean',
});
