import * as z from 'zod';
import { MARKS } from '../colours.ts';
import { headingKey } from '../heading-key.ts';
import { defineKind, unless } from './kind.ts';

/** Something that may be chosen, as a file names it. */
interface NamedValue {
  value: string;
  label?: string | undefined;
}

/** The value that a cell names: by itself, else the first value with that label; the cell's own text where there is none. */
export function meantIn(cell: string, options: readonly NamedValue[]): string {
  const said = headingKey(cell);
  const named = ({ label }: NamedValue) => Boolean(label) && headingKey(label ?? '') === said;
  return (options.find(({ value }) => value === cell.trim()) ?? options.find(named))?.value ?? cell.trim();
}

/** The name of a value in a file: its label, or the value itself where the label means another one as well. */
export function saidFor(wire: unknown, options: readonly NamedValue[]): string {
  const label = options.find(({ value }) => value === wire)?.label;
  return label !== undefined && meantIn(label, options) === wire ? label : String(wire ?? '');
}

/** One of a short list (the type of an announcement, a gender). */
export const choice = defineKind({
  expression: () => 'text',
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
            .describe(
              `Colour of the square before it, a token of the theme: ${MARKS.map((mark) => `\`${mark}\``).join(', ')}`,
            ),
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
    write: (wire, { options }) => saidFor(wire, options),
    read: (cell, { options }) => meantIn(cell, options),
    isExact: true,
  },
  column: 'text',
  *problems({ options, initial }) {
    const values = options.map(({ value }) => value);
    const seenValues = new Set<string>();
    for (const [at, value] of values.entries()) {
      if (seenValues.has(value)) yield [`options.${at}`, 'twice', { value }];
      seenValues.add(value);
    }
    if (initial && !values.includes(initial)) {
      yield ['initial', 'noChoice', { value: initial, values: values.join(', ') }];
    }
  },
  scalar: ({ options }) => z.enum(options.flatMap(({ value, same = [] }) => [value, ...same])),
});
