import * as z from 'zod';
import { SECTION_NAME } from '../names.ts';
import { idOf, idsOf, labelIn } from './ids.ts';
import { defineKind, idRule, unless } from './kind.ts';
import { DELETION_RULES } from './reference.ts';

/** The most records that one field refers to. */
const MOST = 50;

/** A title as one part of a cell: in quotes where it would be taken for several, or for one in quotes. */
const asPart = (title: string): string => (/^\s*"|;/.test(title) ? `"${title.replaceAll('"', '""')}"` : title);

/** A part of a cell without the quotes that stand around the whole of it. */
function unquoted(part: string): string {
  const inner = part.slice(1, -1);
  const isQuoted = part.length > 1 && part.startsWith('"') && part.endsWith('"');
  return isQuoted && !inner.replaceAll('""', '').includes('"') ? inner.replaceAll('""', '"') : part;
}

/** Splits a cell into titles at the semicolons outside quotes. */
function titlesIn(cell: string): string[] {
  const parts = [''];
  let isOpen = false;
  for (const sign of cell) {
    const part = parts.at(-1) ?? '';
    if (sign === '"' && (isOpen || part.trim() === '' || part.trimStart().startsWith('"'))) isOpen = !isOpen;
    if (sign === ';' && !isOpen) parts.push('');
    else parts[parts.length - 1] = part + sign;
  }
  return parts.map((part) => unquoted(part.trim()).trim()).filter((title) => title !== '');
}

/** Several records of another section, built in or added. They are written by ids and read as `ReferenceValue`s. */
export const references = defineKind({
  expression: () => 'ids',
  options: z.object({
    to: z.string().regex(SECTION_NAME, 'name').describe('Name of the section, as of a `reference`'),
    onDelete: z
      .enum(DELETION_RULES)
      .exclude(['cascade'])
      .optional()
      .describe(
        'What the deletion of one of these records does: `forbid` – it is refused, `clear` – that one is taken out; no `cascade`, for the others stay',
      ),
  }),
  rule: (_options, missing) =>
    z.preprocess(
      (value) => (Array.isArray(value) ? value.map((one) => idOf(one) ?? one) : value),
      z
        .array(idRule('validation.unknown'), unless(missing, 'validation.choice'))
        .min(1, missing)
        .max(MOST, 'validation.tooMany')
        .transform((ids) => [...new Set(ids)]),
    ),
  needsStorage: 'referenceForeign',
  initial: () => [],
  read: idsOf,
  write: idsOf,
  csv: {
    write: (wire) =>
      [wire]
        .flat()
        .map((one) => asPart(labelIn(one)))
        .join('; '),
    read: titlesIn,
    named: 'several',
  },
  column: 'numbers',
});
