import * as z from 'zod';
import { currentDate } from '../../clock.ts';
import { defineKind, typeMessage } from './kind.ts';
import { unfinishedDate } from './unfinished-date.ts';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const BOUNDS = ['from', 'to'] as const;

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
};

/** Two-digit years up to this one are in the 2000s, as in spreadsheets. */
const LAST_YEAR_OF_2000S = 49;

const fullYear = (year: string): string =>
  year.length === 4 ? year : String(Number(year) + (Number(year) <= LAST_YEAR_OF_2000S ? 2000 : 1900));

/** A calendar day, `YYYY-MM-DD` on the wire. */
export const date = defineKind({
  expression: () => 'day',
  isComputable: true,
  options: z.object({
    from: z.string().optional().describe('Earliest day, `YYYY-MM-DD` or `today`'),
    to: z.string().optional().describe('Latest day, `YYYY-MM-DD` or `today`'),
  }),
  rule: (options, missing) => {
    const bound = (text: string | undefined) => (text === 'today' ? currentDate().toISOString().slice(0, 10) : text);
    return z
      .string(typeMessage(missing, 'validation.date'))
      .min(1, { message: missing, abort: true })
      .regex(ISO_DAY, { message: 'validation.date', abort: true })
      .refine(isDay, 'validation.date')
      .refine((value) => !options.from || value >= (bound(options.from) ?? value), 'validation.dateEarly')
      .refine((value) => !options.to || value <= (bound(options.to) ?? value), 'validation.dateLate');
  },
  initial: () => null,
  findFormMistake: unfinishedDate,
  csv: {
    write: (wire) =>
      String(wire ?? '')
        .split('-')
        .reverse()
        .join('.'),
    read: (cell) =>
      cell
        .trim()
        .replace(
          /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/,
          (_, d: string, m: string, y: string) => `${fullYear(y)}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`,
        ),
  },
  column: 'ordered',
  *problems(options) {
    for (const end of BOUNDS) {
      const day = options[end];
      if (day && day !== 'today' && !(ISO_DAY.test(day) && isDay(day))) yield [end, 'badDay', { value: day }];
    }
    const { from, to } = options;
    if (from && to && from !== 'today' && to !== 'today' && from > to) yield ['to', 'dayBounds', { from, to }];
  },
  resolveToday: (options, today) => {
    const relative = BOUNDS.filter((end) => options[end] === 'today');
    return relative.length ? { ...options, ...Object.fromEntries(relative.map((end) => [end, today()])) } : null;
  },
  scalar: () => z.string(),
});
