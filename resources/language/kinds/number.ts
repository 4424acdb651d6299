import * as z from 'zod';
import { defineKind, unless } from './kind.ts';

/**
 * A number typed by mask. With `digits` it is text of exactly that many digits, as meters and days
 * are (B§5: «000042», «05»); without, a number with up to `decimals` places.
 */
export const number = defineKind({
  options: z.object({
    digits: z
      .number()
      .int()
      .min(1)
      .max(15)
      .optional()
      .describe('A mask of that many digits, padded with zeros on blur'),
    decimals: z.number().int().min(0).max(6).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    unit: z.string().max(20).optional().describe('Shown behind the number'),
  }),
  rule: (options, missing) => {
    const { digits, decimals = 0, min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
    const number = z
      .number(unless(missing, 'validation.number'))
      .min(min, 'validation.numberLow')
      .max(max, 'validation.numberHigh')
      .refine((value) => Number.isInteger(Number((value * 10 ** decimals).toFixed(6))), 'validation.number');
    if (!digits) return number;
    return z
      .union([z.string(), z.number()], unless(missing, 'validation.number'))
      .transform((value) => String(value))
      .pipe(
        z
          .string()
          .min(1, missing)
          .regex(new RegExp(`^\\d{1,${digits}}$`), 'validation.number'),
      )
      .transform((value) => value.padStart(digits, '0'))
      .refine((value) => Number(value) >= min, 'validation.numberLow')
      .refine((value) => Number(value) <= max, 'validation.numberHigh');
  },
  initial: () => null,
  csv: {
    write: (wire) => String(wire ?? '').replace('.', ','),
    read: (cell) => (cell.trim() === '' ? null : Number(cell.replace(/[\s\u00a0]/g, '').replace(',', '.'))),
  },
  column: 'number',
});
