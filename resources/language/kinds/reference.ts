import * as z from 'zod';
import { SECTION_NAME } from '../names.ts';
import { formatLabel, toId } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** A reference as a record has it; `label` is null if the reader may not see the record or it was deleted. */
export interface ReferenceValue {
  id: number;
  label: string | null;
}

/** What happens to referring records when a record is deleted. */
export const DELETION_RULES = ['forbid', 'clear', 'cascade'] as const;
export type DeletionRule = (typeof DELETION_RULES)[number];

/** One record of another section, built-in or added; written as id and read as `ReferenceValue`. */
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
  rule: (_options, missing) => z.preprocess((value) => toId(value) ?? value, idRule(missing)),
  needsStorage: 'referenceForeign',
  initial: () => null,
  read: toId,
  write: toId,
  csv: { write: formatLabel, read: (cell) => [cell.trim()], namesRecords: 'one' },
  column: 'number',
});
