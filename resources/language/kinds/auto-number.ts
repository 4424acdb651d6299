import * as z from 'zod';
import { currentDate } from '../../clock.ts';
import { naming } from './bounds.ts';
import { defineKind, plainText } from './kind.ts';
import { BROUGHT_NUMBER_MAX, isTemplate, numberIn, writtenNumber } from './number-template.ts';
import { USUAL_DIGITS } from './traits.ts';

/** The number that the server gives a new record, «АКТ-2026-0042»; it is never changed. */
export const autoNumber = defineKind({
  expression: () => 'text',
  options: z.object({
    template: z
      .string()
      .min(1)
      .max(60)
      .describe(
        'What a number looks like: one `{number}`, and `{year}` where they begin anew each year (the company’s): `АКТ-{year}-{number}`',
      ),
    digits: z
      .number()
      .int()
      .min(1)
      .max(9)
      .optional()
      .describe(`Digits of the number at least, zeros in front; ${USUAL_DIGITS} when left out`),
  }),
  rule: ({ template, digits = USUAL_DIGITS }, missing) =>
    plainText(missing)
      .min(1, { message: missing, abort: true })
      .max(200, 'validation.tooLong')
      .transform((text, context) => {
        const found = numberIn({ template }, text);
        if (found && found.number <= BROUGHT_NUMBER_MAX) return writtenNumber({ template, digits }, found);
        if (found) {
          const most = BROUGHT_NUMBER_MAX.toLocaleString('ru');
          context.addIssue({ code: 'custom', message: naming('kinds.numberLarge', { most }), input: text });
          return z.NEVER;
        }
        const like = writtenNumber({ template, digits }, { year: currentDate().getFullYear(), number: 42 });
        context.addIssue({ code: 'custom', message: naming('kinds.numberLike', { like }), input: text });
        return z.NEVER;
      }),
  shownOnly: true,
  needsStorage: 'numberForeign',
  initial: () => null,
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim(), isExact: true },
  column: 'text',
  *problems({ template }) {
    if (!isTemplate(template)) yield ['template', 'badTemplate', { template }];
  },
});
