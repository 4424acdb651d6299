import * as z from 'zod';
import { type CsvTexts, defineKind, typeMessage } from './kind.ts';
import { fillPattern, matchPattern } from './patterns.ts';
import { unfinishedDate } from './unfinished-date.ts';

const toMillis = (text: string) => Date.parse(text);

/** Wire format of whole minutes; a time with seconds is written to files unchanged. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):00(?:\.000)?Z$/;

/** «21.11.2026 18:00 UTC»; with the time zone, because the file may be read in another one. */
function formatMoment(wire: unknown, texts?: CsvTexts): string {
  const [, year = '', month = '', day = '', hour = '', minute = ''] = ISO.exec(String(wire ?? '')) ?? [];
  return (day && fillPattern('moment', { day, month, year, hour, minute }, texts)) || String(wire ?? '');
}

const [UP_TO_TWO_DIGITS, FOUR_DIGITS] = ['\\d{1,2}', '\\d{4}'];

/** Date and time without a time zone, as people type it and databases export it. */
const WITHOUT_ZONE = [
  '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})',
  '(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})',
].map((day) => new RegExp(`^${day}[\\sT,]+(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?$`));

function readMoment(cell: string, texts?: CsvTexts): string {
  const inOwnFormat = matchPattern(
    'moment',
    cell,
    { day: UP_TO_TWO_DIGITS, month: UP_TO_TWO_DIGITS, year: FOUR_DIGITS, hour: UP_TO_TWO_DIGITS, minute: '\\d{2}' },
    texts,
  );
  const readParts =
    inOwnFormat ??
    (texts?.fromCompanyTime ? WITHOUT_ZONE.map((pattern) => pattern.exec(cell)).find(Boolean)?.groups : null);
  if (!readParts) return cell;
  const partText = (part: string) => (readParts[part] ?? '').padStart(2, '0');
  const isoText = `${partText('year')}-${partText('month')}-${partText('day')}T${partText('hour')}:${partText('minute')}:${partText('second')}.000Z`;
  return inOwnFormat || !texts?.fromCompanyTime ? isoText : (texts.fromCompanyTime(isoText) ?? cell);
}

const isMoment = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** Converts a date-time to the stored format; undefined if it is invalid. */
export const normalizeMoment = (text: string): string | undefined =>
  isMoment(text) ? new Date(text).toISOString() : undefined;

/** A date and time, ISO in UTC on the wire, years 2000-2099 only. */
export const moment = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(typeMessage(missing, 'validation.date'))
      .min(1, { message: missing, abort: true })
      .refine(isMoment, { message: 'validation.date', abort: true })
      .refine((text) => toMillis(text) >= Date.UTC(2000, 0, 1), 'validation.dateEarly')
      .refine((text) => toMillis(text) < Date.UTC(2100, 0, 1), 'validation.dateLate')
      .transform((text) => new Date(text).toISOString()),
  initial: () => null,
  findFormMistake: unfinishedDate,
  csv: {
    write: (wire, _options, texts) => formatMoment(wire, texts),
    read: (cell, _options, texts) => readMoment(cell.trim(), texts),
  },
});
