import * as z from 'zod';
import { formatBuilding } from './building.ts';
import { splitList, toIds } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';

/**
 * Several buildings. Those where the user has access to only some entrances are read-only and stay in the payload, so that
 * nothing is lost (CAM-08, CAM-09).
 */
export const buildings = defineKind({
  expression: () => 'ids',
  options: z.object({}),
  rule: (_options, missing) => idsRule(missing),
  initial: () => [],
  read: toIds,
  write: toIds,
  csv: {
    write: (wire, _options, texts) =>
      [wire]
        .flat()
        .map((one) => formatBuilding(one, texts))
        .join('; '),
    read: splitList,
    namesRecords: 'several',
  },
  column: 'numbers',
});
