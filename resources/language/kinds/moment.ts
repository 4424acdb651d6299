import * as z from 'zod';
import { type CsvWords, defineKind, unless } from './kind.ts';
import { fillPattern, matchPattern } from './patterns.ts';
import { unfinishedDate } from './unfinished-date.ts';

const toMillis = (text: string) => Date.parse(text);

/** Whole minutes as they are on the wire; a moment with seconds goes into a file as it is. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):00(?:\.000)?Z$/;

/** «21.11.2026 18:00 UTC»: the clock is named, as a file is read elsewhere than it was written. */
function formatMoment(wire: unknown, words?: CsvWords): string {
  const [, year = '', month = '', day = '', hour = '', minute = ''] = ISO.exec(String(wire ?? '')) ?? [];
  return (day && fillPattern('moment', { day, month, year, hour, minute }, words)) || String(wire ?? '');
}

const [UP_TO_TWO_DIGITS, FOUR_DIGITS] = ['\\d{1,2}', '\\d{4}'];

/** Date and time without a zone, as people type it and as databases export it. */
const WITHOUT_ZONE = [
  '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})',
  '(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})',
].map((day) => new RegExp(`^${day}[\\sT,]+(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?$`));

function readMoment(cell: string, words?: CsvWords): string {
  const inOwnFormat = matchPattern(
    'moment',
    cell,
    { day: UP_TO_TWO_DIGITS, month: UP_TO_TWO_DIGITS, year: FOUR_DIGITS, hour: UP_TO_TWO_DIGITS, minute: '\\d{2}' },
    words,
  );
  const readParts =
    inOwnFormat ?? (words?.onClock ? WITHOUT_ZONE.map((pattern) => pattern.exec(cell)).find(Boolean)?.groups : null);
  if (!readParts) return cell;
  const partText = (part: string) => (readParts[part] ?? '').padStart(2, '0');
  const isoText = `${partText('year')}-${partText('month')}-${partText('day')}T${partText('hour')}:${partText('minute')}:${partText('second')}.000Z`;
  return inOwnFormat || !words?.onClock ? isoText : (words.onClock(isoText) ?? cell);
}

const isMoment = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** A moment as records hold it; undefined if not a date-time. */
export const normalizeMoment = (text: string): string | undefined =>
  isMoment(text) ? new Date(text).toISOString() : undefined;

/** A date and time, ISO in UTC on the wire, years 2000-2099 only. */
export const moment = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.date'))
      .min(1, { message: missing, abort: true })
      .refine(isMoment, { message: 'validation.date', abort: true })
      .refine((text) => toMillis(text) >= Date.UTC(2000, 0, 1), 'validation.dateEarly')
      .refine((text) => toMillis(text) < Date.UTC(2100, 0, 1), 'validation.dateLate')
      .transform((text) => new Date(text).toISOString()),
  initial: () => null,
  unfinished: unfinishedDate,
  csv: {
    write: (wire, _options, words) => formatMoment(wire, words),
    read: (cell, _options, words) => readMoment(cell.trim(), words),
  },
});
