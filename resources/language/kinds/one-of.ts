import * as z from 'zod';
import { parseId, toId } from './ids.ts';
import { type CsvTexts, defineKind, idRule } from './kind.ts';
import { fillPattern } from './patterns.ts';

/** Options of both kinds that choose from a list of the server. */
export const fromServer = {
  from: z
    .string()
    .regex(/^\/[a-z0-9/_-]*$/, 'path')
    .describe('Address of the list'),
  text: z.string().default('label').describe('Key of the text that is shown'),
};

/**
 * Formats an item for a file by name and id, «Сантехника (№ 4)», so that it can be parsed back; only the id if the name is
 * unknown.
 */
export function formatItem(
  wire: unknown,
  { from, text = 'label' }: { from: string; text?: string },
  texts?: CsvTexts,
): string {
  const id = toId(wire);
  if (id === null) return '';
  const item = typeof wire === 'object' ? wire : texts?.getItem?.(from, id);
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, text) : null;
  if (typeof name !== 'string' || !name) return String(id);
  return fillPattern('numbered', { name: name.replaceAll(';', ','), id }, texts) ?? String(id);
}

/** Names of an item accepted in a file: its text alone, and with its `more` behind it. */
export function getItemNames(item: unknown, { text = 'label', more }: { text?: string; more?: string }): string[] {
  const texts = [text, more].flatMap((key) => {
    const part: unknown = key !== undefined && typeof item === 'object' && item ? Reflect.get(item, key) : null;
    return typeof part === 'string' && part ? part : [];
  });
  return [...new Set([texts[0], texts.join(' ')])].filter((name): name is string => Boolean(name));
}

const key = z.string();

/**
 * One item of a list from the server; a record has the item or its id (the company of an employee). If the list depends on
 * other fields (`by`), it is fetched again when they change, and a chosen item that is no longer in it is dropped.
 */
export const oneOf = defineKind({
  expression: () => 'id',
  options: z.object({
    ...fromServer,
    id: key.default('id').describe('Key of the id'),
    more: key.optional().describe('Key of what stands behind the text: the last name behind the first'),
    line: key.optional().describe('Key of a second, smaller line'),
    picture: key.optional().describe('Key of a portrait, whose place is kept where there is none'),
    icon: key.optional().describe('Key of the icon’s name'),
    as: z.enum(['select', 'search']).default('select').describe('A plain select, or a box one can type into'),
    placeholder: z.string().optional().describe('Of the box, while nothing is chosen'),
    by: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Queries of the call by name, each with the place in the form it is taken from: `{"building": "place.building"}`; while one of these is empty the field is not asked and sends an empty value',
      ),
    note: z
      .strictObject({ key: z.string(), yes: z.string(), no: z.string() })
      .optional()
      .describe('What stands behind the text: one text where the key is true, another where it is not'),
  }),
  rule: (_options, missing) => idRule(missing),
  // A path in the form begins with a field name; without a valid one the list would never be fetched.
  namedFields: ({ by = {} }) => Object.entries(by).map(([query, place]) => [`by.${query}`, place.split('.')[0] ?? '']),
  initial: () => null,
  read: toId,
  csv: {
    write: (wire, options, texts) => formatItem(wire, options, texts),
    read: (cell, _options, texts) => parseId(cell, texts),
  },
  column: 'number',
});
