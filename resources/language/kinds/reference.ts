import * as z from 'zod';
import { SECTION_NAME } from '../names.ts';
import { idOf, labelIn } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** A record of another section as a record carries it; `label` is null where the reader may not see it, or it is gone. */
export interface ReferenceValue {
  id: number;
  label: string | null;
}

/** The effect of the deletion of a record on those that refer to it. */
export const DELETION_RULES = ['forbid', 'clear', 'cascade'] as const;
export type DeletionRule = (typeof DELETION_RULES)[number];

/** One record of another section, built in or added. It is written by id and read as `ReferenceValue`. */
export const reference = defineKind({
  expression: () => 'id',
  options: z.object({
    to: z
      .string()
      .regex(SECTION_NAME, 'name')
      .describe('Name of the section: one that is stored generically, or one of the product that can be pointed at'),
    onDelete: z
      .enum(DELETION_RULES)
      .optional()
      .describe(
        'What the deletion of the record that it refers to does, in a section that is stored generically: `forbid` – it is refused, `clear` – the reference is emptied, `cascade` – the referring record is deleted too; left out: the reference stays and shows the number of what is gone',
      ),
    tree: z
      .boolean()
      .optional()
      .describe('Of a reference to the own section: it leads neither to the record itself nor round to it again'),
  }),
  rule: (_options, missing) => z.preprocess((value) => idOf(value) ?? value, idRule(missing)),
  needsStorage: 'referenceForeign',
  initial: () => null,
  read: idOf,
  write: idOf,
  csv: { write: labelIn, read: (cell) => [cell.trim()], named: 'one' },
  column: 'number',
});
