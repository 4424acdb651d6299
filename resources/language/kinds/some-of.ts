import * as z from 'zod';
import { idsOf, partsOf, saidId } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';
import { fromServer, thingIn } from './one-of.ts';

/** Several things of a list that the server gives; a record carries the things or their ids (the services of an employee). */
export const someOf = defineKind({
  expression: () => 'ids',
  options: z.object({ ...fromServer, icon: z.string().optional().describe('Key of the icon’s name') }),
  rule: (_options, missing) => idsRule(missing),
  initial: () => [],
  read: idsOf,
  write: idsOf,
  csv: {
    write: (wire, options, words) =>
      [wire]
        .flat()
        .map((one) => thingIn(one, options, words))
        .join('; '),
    read: (cell, _options, words) => partsOf(cell).map((part) => saidId(part, words)),
  },
  column: 'numbers',
});
