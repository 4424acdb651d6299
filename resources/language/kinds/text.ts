import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

const length = z.number().int().min(0).max(10_000);

/** Options shared by `text` and `long-text`: bounds in characters, ends included, and their messages. */
export const textOptions = z.object({
  min: length.optional().describe('Least number of characters'),
  max: length.optional().describe('Greatest number of characters'),
  tooShort: z.string().optional().describe('Message below `min`'),
  tooLong: z.string().optional().describe('Message above `max`'),
});

/** The rule of a text: trimmed, with something in it, within the bounds. */
export function textRule(options: z.output<typeof textOptions>, missing: string): z.ZodType<string> {
  return plainText(missing)
    .trim()
    .min(1, { message: missing, abort: true })
    .min(options.min ?? 1, options.tooShort ?? 'validation.tooShort')
    .max(options.max ?? 10_000, options.tooLong ?? 'validation.tooLong');
}

/** One line of text (A§5). */
export const text = defineKind({
  options: textOptions,
  rule: (options, missing) => textRule(options, missing).refine((value) => !/[\r\n]/.test(value), 'validation.text'),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell },
  column: 'text',
});
