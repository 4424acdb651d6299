import * as z from 'zod';
import { type CsvWords, defineKind, unless } from './kind.ts';

/** Words of files of other programs, besides those of the product. */
const WRITTEN: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  истина: true,
  '+': true,
  '✓': true,
  x: true,
  // The Cyrillic letter.
  х: true,
  '0': false,
  false: false,
  no: false,
  ложь: false,
  '-': false,
  '–': false,
  '': false,
};

/** «да» or «нет»; without words as programs say it. */
const yesOrNo = (value: boolean, words?: CsvWords): string =>
  words?.say?.(value ? 'engine.file.yes' : 'engine.file.no') ?? String(value);

/** Yes or no. A required one has to be ticked. */
export const checkbox = defineKind({
  expression: () => 'yes-no',
  isComputable: true,
  options: z.object({ initial: z.boolean().optional() }),
  rule: (_options, missing) => z.boolean(unless(missing, 'validation.choice')),
  given: (wire) => wire === true,
  initial: (options) => options.initial ?? false,
  csv: {
    write: (wire, _options, words) => yesOrNo(wire === true, words),
    read: (cell, _options, words) => {
      const written = cell.trim().toLowerCase();
      return [true, false].find((value) => yesOrNo(value, words) === written) ?? WRITTEN[written] ?? cell;
    },
  },
  column: 'boolean',
  scalar: () => z.boolean(),
});
