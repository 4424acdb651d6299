import * as z from 'zod';
import { toId } from './ids.ts';
import { type CsvTexts, defineKind, idRule } from './kind.ts';

/** A building in a file: its address, or its id if the address is unknown. */
export function formatBuilding(wire: unknown, texts?: CsvTexts): string {
  const id = toId(wire);
  return id === null ? '' : (texts?.getAddress?.(id) ?? String(id));
}

/** One of the buildings that the user may see. */
export const building = defineKind({
  expression: () => 'id',
  options: z.object({}),
  rule: (_options, missing) => idRule(missing),
  initial: () => null,
  read: toId,
  write: toId,
  csv: {
    write: (wire, _options, texts) => formatBuilding(wire, texts),
    read: (cell) => [cell.trim()],
    namesRecords: 'one',
  },
  column: 'number',
});
