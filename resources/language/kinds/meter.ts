import * as z from 'zod';
import { COUNT } from '../../limits.ts';
import { METER_TYPES } from '../../rules/readings/meters.ts';
import { defineKind, typeMessage } from './kind.ts';

/** A meter reading: up to six digits, padded with zeros to six, as text (READ-22, READ-23). */
export const meter = defineKind({
  options: z.object({ meter: z.enum(METER_TYPES).describe('Which of the six it is: its sign and its name') }),
  rule: (_options, missing) =>
    z
      .union([z.string(), z.number()], typeMessage(missing, 'readings.rule.value'))
      .transform(String)
      .pipe(
        z
          .string()
          .min(1, missing)
          .regex(new RegExp(`^\\d{1,${COUNT.meterDigits}}$`), 'readings.rule.value'),
      )
      .transform((value) => value.padStart(COUNT.meterDigits, '0')),
  initial: () => null,
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
  scalar: () => z.string(),
});
