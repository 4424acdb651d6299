import * as z from 'zod';
import { idOf, saidId } from './ids.ts';
import { type CsvWords, defineKind, idRule } from './kind.ts';
import { fillPattern } from './patterns.ts';

/** Common options of both kinds that choose from a list of the server. */
export const fromServer = {
  from: z
    .string()
    .regex(/^\/[a-z0-9/_-]*$/, 'path')
    .describe('Address of the list'),
  text: z.string().default('label').describe('Key of the text that is shown'),
};

/**
 * A thing as a file says it: by its name and id, «Сантехника (№ 4)», so that it can be read again; the id alone where the
 * name is not known.
 */
export function thingIn(
  wire: unknown,
  { from, text = 'label' }: { from: string; text?: string },
  words?: CsvWords,
): string {
  const id = idOf(wire);
  if (id === null) return '';
  const thing = typeof wire === 'object' ? wire : words?.thing?.(from, id);
  const name: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, text) : null;
  if (typeof name !== 'string' || !name) return String(id);
  return fillPattern('numbered', { name: name.replaceAll(';', ','), id }, words) ?? String(id);
}

/** Names by which a file may call an item of a list: its text alone, and its text with the one behind it. */
export function namesIn(thing: unknown, { text = 'label', more }: { text?: string; more?: string }): string[] {
  const texts = [text, more].flatMap((key) => {
    const part: unknown = key !== undefined && typeof thing === 'object' && thing ? Reflect.get(thing, key) : null;
    return typeof part === 'string' && part ? part : [];
  });
  return [...new Set([texts[0], texts.join(' ')])].filter((name): name is string => Boolean(name));
}

const key = z.string();

/**
 * One thing of a list that the server gives; a record carries the thing or its id (the company of an employee). The list may depend on what
 * is chosen before (`by`): then it is asked for anew with that, and what it lacks is let go.
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
  // A place in the form begins with a field; a call that waits for none would never be made.
  names: ({ by = {} }) => Object.entries(by).map(([query, place]) => [`by.${query}`, place.split('.')[0] ?? '']),
  initial: () => null,
  read: idOf,
  csv: {
    write: (wire, options, words) => thingIn(wire, options, words),
    read: (cell, _options, words) => saidId(cell, words),
  },
  column: 'number',
});
