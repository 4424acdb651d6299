import * as z from 'zod';
import { MARKS } from '../colours.ts';
import { normalizeHeading } from '../heading-key.ts';
import { defineKind, typeMessage } from './kind.ts';

/** An option with its name in files. */
interface NamedValue {
  value: string;
  label?: string | undefined;
}

/** Finds the option of a cell: by value, else the first with that label; returns the cell's text if there is none. */
export function parseOption(cell: string, options: readonly NamedValue[]): string {
  const heading = normalizeHeading(cell);
  const hasSameLabel = ({ label }: NamedValue) => Boolean(label) && normalizeHeading(label ?? '') === heading;
  return (options.find(({ value }) => value === cell.trim()) ?? options.find(hasSameLabel))?.value ?? cell.trim();
}

/** Name of a value in a file: its label, or the value itself if the label is ambiguous. */
export function formatOption(wire: unknown, options: readonly NamedValue[]): string {
  const label = options.find(({ value }) => value === wire)?.label;
  return label !== undefined && parseOption(label, options) === wire ? label : String(wire ?? '');
}

/** One option of a short list (type of an announcement, gender). */
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
    return z.enum(values, typeMessage(missing, 'validation.choice'));
  },
  initial: (options) => options.initial ?? null,
  read: (wire, { options }) =>
    options.find(({ value, same }) => value === wire || same?.some((spelling) => spelling === wire))?.value ?? wire,
  csv: {
    write: (wire, { options }) => formatOption(wire, options),
    read: (cell, { options }) => parseOption(cell, options),
    isExact: true,
  },
  column: 'text',
  *problems({ options, initial }) {
    const values = options.map(({ value }) => value);
    const uniqueValues = new Set<string>();
    for (const [index, value] of values.entries()) {
      if (uniqueValues.has(value)) yield [`options.${index}`, 'twice', { value }];
      uniqueValues.add(value);
    }
    if (initial && !values.includes(initial)) {
      yield ['initial', 'noChoice', { value: initial, values: values.join(', ') }];
    }
  },
  scalar: ({ options }) => z.enum(options.flatMap(({ value, same = [] }) => [value, ...same])),
});
