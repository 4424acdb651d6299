import * as z from 'zod';
import { addressIn } from './building.ts';
import { idsOf, partsOf } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';

/**
 * Several buildings. Those of which the user holds only some entrances are listed as not editable
 * and stay in the payload, so that nothing is lost (CAM-08, CAM-09).
 */
export const buildings = defineKind({
  expression: () => 'ids',
  options: z.object({}),
  rule: (_options, missing) => idsRule(missing),
  initial: () => [],
  read: idsOf,
  write: idsOf,
  csv: {
    write: (wire, _options, words) =>
      [wire]
        .flat()
        .map((one) => addressIn(one, words))
        .join('; '),
    read: partsOf,
    named: 'several',
  },
  column: 'numbers',
});
