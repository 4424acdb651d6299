import * as z from 'zod';
import { idOf, labelIn } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** A record of another section as a record carries it; `label` is null where the reader may not see it, or it is gone. */
export interface ReferenceValue {
  id: number;
  label: string | null;
}

/** One record of another section, built in or added. It is written by id and read as `ReferenceValue`. */
export const reference = defineKind({
  expression: () => 'id',
  options: z.object({
    to: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'name')
      .describe('Name of the section: one that is stored generically, or one of the product that can be pointed at'),
  }),
  rule: (_options, missing) => z.preprocess((value) => idOf(value) ?? value, idRule(missing)),
  needsStorage: 'referenceForeign',
  initial: () => null,
  read: idOf,
  write: idOf,
  csv: { write: labelIn, read: (cell) => [cell.trim()], named: 'one' },
  column: 'number',
});
