import * as z from 'zod';
import { type CsvTexts, defineKind, typeMessage } from './kind.ts';

/** Spellings in files of other programs, besides our own. */
const SPELLINGS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  истина: true,
  '+': true,
  '✓': true,
  x: true,
  // The Cyrillic letter; the key above is Latin.
  х: true,
  '0': false,
  false: false,
  no: false,
  ложь: false,
  '-': false,
  '–': false,
  '': false,
};

/** «да» or «нет»; `true` or `false` without translations. */
const formatBoolean = (value: boolean, texts?: CsvTexts): string =>
  texts?.translate?.(value ? 'engine.file.yes' : 'engine.file.no') ?? String(value);

/** Yes or no; if required, it must be ticked. */
export const checkbox = defineKind({
  expression: () => 'yes-no',
  isComputable: true,
  options: z.object({ initial: z.boolean().optional() }),
  rule: (_options, missing) => z.boolean(typeMessage(missing, 'validation.choice')),
  isGiven: (wire) => wire === true,
  initial: (options) => options.initial ?? false,
  csv: {
    write: (wire, _options, texts) => formatBoolean(wire === true, texts),
    read: (cell, _options, texts) => {
      const text = cell.trim().toLowerCase();
      return [true, false].find((value) => formatBoolean(value, texts) === text) ?? SPELLINGS[text] ?? cell;
    },
  },
  column: 'boolean',
  scalar: () => z.boolean(),
});
