import * as z from 'zod';
import { idOf } from './ids.ts';
import { type CsvWords, defineKind, idRule } from './kind.ts';

/** A building as a file names it: its address, or its id where that is not known. */
export function addressIn(wire: unknown, words?: CsvWords): string {
  const id = idOf(wire);
  return id === null ? '' : (words?.address?.(id) ?? String(id));
}

/** One building out of those the user may see. */
export const building = defineKind({
  expression: () => 'id',
  options: z.object({}),
  rule: (_options, missing) => idRule(missing),
  initial: () => null,
  read: idOf,
  write: idOf,
  csv: {
    write: (wire, _options, words) => addressIn(wire, words),
    read: (cell) => [cell.trim()],
    named: 'one',
  },
  column: 'number',
});
