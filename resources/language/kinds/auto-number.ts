import * as z from 'zod';
import { currentDate } from '../../clock.ts';
import { encodeMessage } from './bounds.ts';
import { defineKind, plainText } from './kind.ts';
import { formatRecordNumber, IMPORTED_NUMBER_MAX, isValidTemplate, parseRecordNumber } from './number-template.ts';
import { DEFAULT_NUMBER_DIGITS } from './traits.ts';

/** The number that the server assigns to a new record, «АКТ-2026-0042»; never changed. */
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
      .describe(`Digits of the number at least, zeros in front; ${DEFAULT_NUMBER_DIGITS} when left out`),
  }),
  rule: ({ template, digits = DEFAULT_NUMBER_DIGITS }, missing) =>
    plainText(missing)
      .min(1, { message: missing, abort: true })
      .max(200, 'validation.tooLong')
      .transform((text, context) => {
        const parsed = parseRecordNumber({ template }, text);
        if (parsed && parsed.number <= IMPORTED_NUMBER_MAX) return formatRecordNumber({ template, digits }, parsed);
        if (parsed) {
          const most = IMPORTED_NUMBER_MAX.toLocaleString('ru');
          context.addIssue({ code: 'custom', message: encodeMessage('kinds.numberLarge', { most }), input: text });
          return z.NEVER;
        }
        const like = formatRecordNumber({ template, digits }, { year: currentDate().getFullYear(), number: 42 });
        context.addIssue({ code: 'custom', message: encodeMessage('kinds.numberLike', { like }), input: text });
        return z.NEVER;
      }),
  isShownOnly: true,
  needsStorage: 'numberForeign',
  initial: () => null,
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim(), isExact: true },
  column: 'text',
  *problems({ template }) {
    if (!isValidTemplate(template)) yield ['template', 'badTemplate', { template }];
  },
});
