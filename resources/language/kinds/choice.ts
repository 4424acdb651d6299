import * as z from 'zod';
import { headingKey } from '../heading-key.ts';
import { defineKind, unless } from './kind.ts';

/** One of a short list (A§3 news type, B§3 gender). */
export const choice = defineKind({
  options: z.object({
    options: z
      .array(
        z.strictObject({
          value: z.string().min(1).max(60),
          label: z.string().optional().describe('Left out: the text `resources.<section>.choices.<field>.<value>`'),
          icon: z.string().optional(),
          mark: z
            .string()
            .regex(/^[a-z][a-z0-9-]*$/)
            .optional()
            .describe('Colour of the square before it: name of a colour token'),
          same: z.array(z.string()).readonly().optional().describe('Other spellings a record may carry for it (G-07)'),
        }),
      )
      .min(1)
      .readonly()
      .describe('What can be chosen, in order'),
    as: z.enum(['select', 'radio', 'chips', 'segments']).optional().describe('How it is drawn; `select` when left out'),
    initial: z.string().optional().describe('Chosen in an untouched form'),
  }),
  rule: (options, missing) => {
    const values = options.options.map((option) => option.value);
    return z.enum(values, unless(missing, 'validation.choice'));
  },
  initial: (options) => options.initial ?? null,
  read: (wire, { options }) =>
    options.find(({ value, same }) => value === wire || same?.some((spelling) => spelling === wire))?.value ?? wire,
  csv: {
    write: (wire, { options }) => options.find(({ value }) => value === wire)?.label ?? String(wire ?? ''),
    read: (cell, { options }) => {
      const said = headingKey(cell);
      const named = ({ label }: { label?: string | undefined }) => Boolean(label) && headingKey(label ?? '') === said;
      return (options.find(({ value }) => value === cell.trim()) ?? options.find(named))?.value ?? cell.trim();
    },
  },
  column: 'text',
  *mistakes({ options, initial }) {
    const values = options.map(({ value }) => value);
    const seen = new Set<string>();
    for (const [at, value] of values.entries()) {
      if (seen.has(value)) yield [`options.${at}`, 'twice', { value }];
      seen.add(value);
    }
    if (initial && !values.includes(initial)) {
      yield ['initial', 'noChoice', { value: initial, values: values.join(', ') }];
    }
  },
  scalar: ({ options }) => z.enum(options.flatMap(({ value, same = [] }) => [value, ...same])),
});
