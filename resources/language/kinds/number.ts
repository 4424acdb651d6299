import * as z from 'zod';
import { boundsMessage } from './bounds.ts';
import { isEmpty } from './ids.ts';
import { defineKind } from './kind.ts';
import { formatDecimal, isLongNumber, parseNumber } from './number-text.ts';
import { roundTo } from './rounding.ts';

const FORMAT = new Intl.NumberFormat('ru', { maximumFractionDigits: 6 });

/** Whether a number has at most so many decimals, ignoring floating-point noise. */
function hasAtMostDecimals(value: number, decimals: number): boolean {
  const difference = Math.abs(value - Number(value.toFixed(decimals)));
  return difference <= Math.max(5e-7 / 10 ** decimals, Math.abs(value) * 2 ** -50);
}

/** The message for a number out of bounds: «от 1 до 500 м²». */
function numberBounds({
  min,
  max,
  unit,
}: {
  min?: number | undefined;
  max?: number | undefined;
  unit?: string | undefined;
}) {
  const withUnit = (bound: number) => (unit ? `${FORMAT.format(bound)} ${unit}` : FORMAT.format(bound));
  if (min !== undefined && max !== undefined) return boundsMessage(FORMAT.format(min), withUnit(max));
  return boundsMessage(min === undefined ? null : withUnit(min), max === undefined ? null : withUnit(max));
}

/** Removes the field's unit behind the number, which spreadsheet formats add: «15%», «54,5 м²». */
function withoutUnit(cell: string, unit: string | undefined): string {
  const text = cell.trim();
  return unit && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
}

/**
 * A number. With `digits` it is text of exactly that many digits, as for meters and days («000042», «05»); without, a number
 * with up to `decimals` places, where floating-point noise (0.1 + 0.2) is removed.
 */
export const number = defineKind({
  expression: ({ digits }) => (digits ? 'text' : 'number'),
  isComputable: true,
  round: (value, { decimals = 0 }) => roundTo(value, decimals),
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
    const bounds = numberBounds(options);
    const wrong = ({ input }: { input?: unknown }) => {
      if (isEmpty(input)) return missing;
      return isLongNumber(input) ? 'kinds.numberDigits' : 'validation.number';
    };
    if (!digits) {
      return z
        .number({ error: wrong })
        .refine((value) => hasAtMostDecimals(value, decimals), 'validation.number')
        .overwrite((value) => Number(value.toFixed(decimals)))
        .min(min, options.min === undefined ? 'validation.numberLow' : bounds)
        .max(max, options.max === undefined ? 'validation.numberHigh' : bounds);
    }
    return z
      .union([z.string(), z.number()], { error: wrong })
      .transform((value) => String(value))
      .pipe(
        z
          .string()
          .min(1, missing)
          .regex(new RegExp(`^\\d{1,${digits}}$`), `kinds.maskDigits?most=${digits}`),
      )
      .transform((value) => value.padStart(digits, '0'))
      .refine((value) => Number(value) >= min && Number(value) <= max, bounds);
  },
  initial: () => null,
  csv: {
    write: formatDecimal,
    read: (cell, { digits, unit }) => (digits ? cell.replace(/\s/g, '') : parseNumber(withoutUnit(cell, unit))),
  },
  column: 'number',
  scalar: ({ digits }) => (digits ? z.string() : z.number()),
});
