import * as z from 'zod';
import { SECTION_NAME } from '../names.ts';
import { formatLabel, toId, toIds } from './ids.ts';
import { defineKind, idRule, typeMessage } from './kind.ts';
import { DELETION_RULES } from './reference.ts';

/** Maximum number of records that one field refers to. */
const REFERENCES_MAX = 50;

/** Quotes a title in a cell with several if it contains a semicolon or begins with a quote. */
const quoteTitle = (title: string): string => (/^\s*"|;/.test(title) ? `"${title.replaceAll('"', '""')}"` : title);

/** Removes the quotes around a whole title. */
function unquoteTitle(part: string): string {
  const inner = part.slice(1, -1);
  const isQuoted = part.length > 1 && part.startsWith('"') && part.endsWith('"');
  return isQuoted && !inner.replaceAll('""', '').includes('"') ? inner.replaceAll('""', '"') : part;
}

/** Splits a cell into titles at the semicolons outside quotes. */
function splitTitles(cell: string): string[] {
  const parts = [''];
  let isInQuotes = false;
  for (const character of cell) {
    const part = parts.at(-1) ?? '';
    if (character === '"' && (isInQuotes || part.trim() === '' || part.trimStart().startsWith('"')))
      isInQuotes = !isInQuotes;
    if (character === ';' && !isInQuotes) parts.push('');
    else parts[parts.length - 1] = part + character;
  }
  return parts.map((part) => unquoteTitle(part.trim()).trim()).filter((title) => title !== '');
}

/** Several records of another section, built-in or added; written as ids and read as `ReferenceValue`s. */
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
      (value) => (Array.isArray(value) ? value.map((one) => toId(one) ?? one) : value),
      z
        .array(idRule('validation.unknown'), typeMessage(missing, 'validation.choice'))
        .min(1, missing)
        .max(REFERENCES_MAX, 'validation.tooMany')
        .transform((ids) => [...new Set(ids)]),
    ),
  needsStorage: 'referenceForeign',
  initial: () => [],
  read: toIds,
  write: toIds,
  csv: {
    write: (wire) =>
      [wire]
        .flat()
        .map((one) => quoteTitle(formatLabel(one)))
        .join('; '),
    read: splitTitles,
    namesRecords: 'several',
  },
  column: 'numbers',
});
