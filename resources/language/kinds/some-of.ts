import * as z from 'zod';
import { parseId, splitList, toIds } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';
import { formatItem, fromServer } from './one-of.ts';

/** Several items of a list from the server; a record has the items or their ids (the services of an employee). */
export const someOf = defineKind({
  expression: () => 'ids',
  options: z.object({ ...fromServer, icon: z.string().optional().describe('Key of the icon’s name') }),
  rule: (_options, missing) => idsRule(missing),
  initial: () => [],
  read: toIds,
  write: toIds,
  csv: {
    write: (wire, options, texts) =>
      [wire]
        .flat()
        .map((one) => formatItem(one, options, texts))
        .join('; '),
    read: (cell, _options, texts) => splitList(cell).map((part) => parseId(part, texts)),
  },
  column: 'numbers',
});
