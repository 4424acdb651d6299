import * as z from 'zod';
import { type CsvWords, defineKind, unless } from './kind.ts';
import { readBy, written } from './patterns.ts';
import { unfinishedDate } from './unfinished-date.ts';

const at = (text: string) => Date.parse(text);

/** Whole minutes as they are on the wire; a moment with seconds goes into a file as it is. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):00(?:\.000)?Z$/;

/** «21.11.2026 18:00 UTC»: the clock is named, as a file is read elsewhere than it was written. */
function momentSaid(wire: unknown, words?: CsvWords): string {
  const [, year = '', month = '', day = '', hour = '', minute = ''] = ISO.exec(String(wire ?? '')) ?? [];
  return (day && written('moment', { day, month, year, hour, minute }, words)) || String(wire ?? '');
}

const [TWO, FOUR] = ['\\d{1,2}', '\\d{4}'];

/** What people type, and spreadsheets show of a day with its time: without the name of a clock. */
const BARE = [
  '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})',
  '(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})',
].map((day) => new RegExp(`^${day}[\\sT,]+(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?$`));

function readMoment(cell: string, words?: CsvWords): string {
  const inOwnFormat = readBy('moment', cell, { day: TWO, month: TWO, year: FOUR, hour: TWO, minute: '\\d{2}' }, words);
  const found =
    inOwnFormat ?? (words?.onClock ? BARE.map((pattern) => pattern.exec(cell)).find(Boolean)?.groups : null);
  if (!found) return cell;
  const at = (part: string) => (found[part] ?? '').padStart(2, '0');
  const written = `${at('year')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}.000Z`;
  return inOwnFormat || !words?.onClock ? written : (words.onClock(written) ?? cell);
}

const isMoment = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** A moment as records hold it; undefined for what is none. */
export const momentText = (text: string): string | undefined =>
  isMoment(text) ? new Date(text).toISOString() : undefined;

/** A day with its time, ISO in UTC on the wire; of the years a database keeps without a doubt, 2000 to 2099. */
export const moment = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.date'))
      .min(1, { message: missing, abort: true })
      .refine(isMoment, { message: 'validation.date', abort: true })
      .refine((text) => at(text) >= Date.UTC(2000, 0, 1), 'validation.dateEarly')
      .refine((text) => at(text) < Date.UTC(2100, 0, 1), 'validation.dateLate')
      .transform((text) => new Date(text).toISOString()),
  initial: () => null,
  unfinished: unfinishedDate,
  csv: {
    write: (wire, _options, words) => momentSaid(wire, words),
    read: (cell, _options, words) => readMoment(cell.trim(), words),
  },
});
