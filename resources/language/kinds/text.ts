import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';
import { normalizeText, type TextForm } from './text-form.ts';
import { compilePattern, PATTERN_MAX, PatternError } from './text-pattern.ts';

const length = z.number().int().min(0).max(10_000);

/** Options of `text` and `long-text`: inclusive bounds in characters, and their messages. */
export const textOptions = z.object({
  min: length.optional().describe('Least number of characters'),
  max: length.optional().describe('Greatest number of characters'),
  tooShort: z.string().optional().describe('Message below `min`'),
  tooLong: z.string().optional().describe('Message above `max`'),
});

/** The rule of a text: normalised and trimmed, not empty, within its bounds. */
export function textRule(options: z.output<typeof textOptions> & TextForm, missing: string): z.ZodType<string> {
  return plainText(missing)
    .overwrite((text) => normalizeText(text, options).trim())
    .min(1, { message: missing, abort: true })
    .min(options.min ?? 1, options.tooShort ?? 'validation.tooShort')
    .max(options.max ?? 10_000, options.tooLong ?? 'validation.tooLong');
}

/** Maximum text length to match a pattern against, characters, because the cost is text length × pattern length. */
const MATCHED_MAX = 500;

/** One line of text. */
export const text = defineKind({
  expression: () => 'text',
  isComputable: true,
  options: textOptions.extend({
    case: z
      .enum(['upper', 'lower'])
      .optional()
      .describe('Letters become capital ones, or small ones, on both sides: «а001аа» is kept as «А001АА»'),
    spaces: z
      .enum(['one', 'none'])
      .optional()
      .describe('Several spaces in a row become one; `none`: all of them are taken out'),
    letters: z
      .enum(['cyrillic', 'latin'])
      .optional()
      .describe(
        'Letters that look alike in both alphabets become those of this one: АВЕКМНОРСТУХ and ABEKMHOPCTYX, аеорсух and aeopcyx. What is typed into a search or a filter does, too',
      ),
    pattern: z
      .string()
      .min(1)
      .max(PATTERN_MAX)
      .optional()
      .describe(
        `A regular expression that the whole text has to be of, once it is in its form: letters, sets, groups, \`|\` and counts; neither \`\\b\`, nor lookarounds, nor references back. Of at most ${MATCHED_MAX} characters`,
      ),
    mismatch: z.string().min(1).optional().describe('Message where the text is not of the `pattern`'),
  }),
  rule: (options, missing) => {
    const line = textRule(options, missing).refine((value) => !/[\r\n]/.test(value), 'validation.text');
    const { pattern, mismatch = 'validation.text' } = options;
    if (pattern === undefined) return line;
    const matches = compilePattern(pattern);
    return line.refine((value) => value.length <= MATCHED_MAX && matches(value), mismatch);
  },
  initial: () => '',
  normalizeQuery: (part, options) => normalizeText(part, options),
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell, isExact: true },
  column: 'text',
  *problems({ pattern, mismatch }) {
    if ((pattern === undefined) !== (mismatch === undefined)) {
      yield [pattern === undefined ? 'pattern' : 'mismatch', 'goesWith', { one: 'pattern', other: 'mismatch' }];
    }
    if (pattern === undefined) return;
    try {
      compilePattern(pattern);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      yield ['pattern', error.reason, { part: error.part }];
    }
  },
  scalar: () => z.string(),
});
