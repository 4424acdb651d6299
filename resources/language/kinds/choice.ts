import * as z from 'zod';
import { defineKind } from './kind.ts';

/** One of a short list (A§3 news type, B§3 gender). */
export const choice = defineKind({
  options: z.object({
    options: z
      .array(
        z.object({
          value: z.string().min(1).max(60),
          label: z.string().optional().describe('Left out: the text `resources.<section>.choices.<field>.<value>`'),
          icon: z.string().optional(),
        }),
      )
      .min(1)
      .describe('What can be chosen, in order'),
    as: z.enum(['select', 'radio', 'chips', 'segments']).optional().describe('How it is drawn; `select` when left out'),
    initial: z.string().optional().describe('Chosen in an untouched form'),
  }),
  rule: (options, missing) => {
    const values = options.options.map((option) => option.value);
    return z.enum(values, {
      error: (issue) => (issue.input == null || issue.input === '' ? missing : 'validation.choice'),
    });
  },
  initial: (options) => options.initial ?? null,
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
});
