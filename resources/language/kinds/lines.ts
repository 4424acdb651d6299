import * as z from 'zod';
import { isEmpty } from './ids.ts';
import { defineKind, typeMessage } from './kind.ts';
import { textRule } from './text.ts';

/** Maximum number of items that a definition may allow; longer lists should be records. */
const ITEMS_MAX = 100;

/** Trimmed lines without empty ones. */
function trimLines(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((line) => String(line ?? '').trim()).filter((line) => line !== '');
}

/** Several short texts in the order they were typed, for example things to check or to hand over. */
export const lines = defineKind({
  expression: () => 'texts',
  options: z.object({
    max: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Greatest number of characters of a line; 200 unless set'),
    items: z.number().int().min(1).max(ITEMS_MAX).optional().describe('Greatest number of lines; 100 unless set'),
  }),
  rule: ({ max = 200, items = ITEMS_MAX }, missing) =>
    z
      .array(
        textRule({ max }, missing).refine((line) => !/[\r\n]/.test(line), 'validation.text'),
        typeMessage(missing, 'validation.notText'),
      )
      .min(1, missing)
      .max(items, 'validation.tooMany'),
  initial: () => [],
  read: (wire) => (isEmpty(wire) ? [] : wire),
  write: trimLines,
  csv: {
    write: (wire) => trimLines(wire).join('\n'),
    read: (cell) => trimLines(cell.split(/\r?\n/)),
    isExact: true,
  },
});
