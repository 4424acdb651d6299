import type { RaRecord } from 'react-admin';
import { addDays } from '#resources/days.ts';
import type { CalendarField, CalendarFields } from '#resources/language/calendar.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { companyDayAndTime, dayBounds, dayMorning, momentLater } from './clock.ts';
import { type CalendarRange, daysBetween, isDay, WEEK } from './days.ts';

/** A record with its days. */
export interface DatedRecord extends CalendarRange {
  record: RaRecord;
  /** Start time, `09:30`; null if the record has only a day. */
  time: string | null;
}

const fieldValue = ({ name, field }: CalendarField, record: RaRecord): unknown => readWireValue(name, field, record);

function readDay(unit: CalendarFields['unit'], value: unknown): { day: string; time: string | null } | null {
  if (unit === 'moment') return companyDayAndTime(value);
  return isDay(value) ? { day: value, time: null } : null;
}

/** The days of a record; null without a date. An end before the start is ignored. */
export function dateRecord({ from, to, unit }: CalendarFields, record: RaRecord): DatedRecord | null {
  const start = readDay(unit, fieldValue(from, record));
  if (!start) return null;
  const end = to && readDay(unit, fieldValue(to, record));
  const last = end && end.day > start.day ? end.day : start.day;
  return { record, first: start.day, last, time: start.time };
}

/** Days in the form of a list call; for date-time fields in the company's time zone. */
export const askedDays = ({ unit }: CalendarFields, { first, last }: CalendarRange): readonly [string, string] =>
  unit === 'moment' ? dayBounds(first, last) : [first, last];

/** Value of the start field that puts a record on a day. */
export const startOnDay = ({ unit }: CalendarFields, day: string): string =>
  unit === 'moment' ? dayMorning(day) : day;

/**
 * Values of a record moved to another day, by wire name; duration and time of day are kept.
 * @returns null if it already starts on that day
 */
export function valuesMovedTo(calendar: CalendarFields, record: RaRecord, day: string): Record<string, unknown> | null {
  const { from, to, unit } = calendar;
  const entry = dateRecord(calendar, record);
  if (!entry) return { [from.wire]: startOnDay(calendar, day) };
  const dayCount = daysBetween(entry.first, day);
  if (dayCount === 0) return null;
  const shift = (value: unknown) =>
    unit === 'moment' ? momentLater(String(value), dayCount) : addDays(String(value), dayCount);
  const end = to && fieldValue(to, record);
  return {
    [from.wire]: shift(fieldValue(from, record)),
    ...(to && readDay(unit, end) ? { [to.wire]: shift(end) } : {}),
  };
}

/** Current values of the fields that `valuesMovedTo` changes. */
export function currentDates({ from, to }: CalendarFields, record: RaRecord): Record<string, unknown> {
  const entries = [from, to].flatMap((field) => (field ? [[field.wire, fieldValue(field, record) ?? null]] : []));
  return Object.fromEntries(entries);
}

/** Fields that change when a record is moved. */
export const fieldsToMove = ({ from, to }: CalendarFields, record: RaRecord): CalendarField[] =>
  to && !isEmpty(fieldValue(to, record)) ? [from, to] : [from];

const compareByStart = (one: DatedRecord, other: DatedRecord): number =>
  one.first.localeCompare(other.first) ||
  other.last.localeCompare(one.last) ||
  (one.time ?? '').localeCompare(other.time ?? '') ||
  Number(one.record.id) - Number(other.record.id);

/** The records with a date, sorted by their start. */
export const datedRecords = (calendar: CalendarFields, records: readonly RaRecord[]): DatedRecord[] =>
  records.flatMap((record) => dateRecord(calendar, record) ?? []).sort(compareByStart);

/** Whether a range includes a day. */
export const includesDay = ({ first, last }: CalendarRange, day: string): boolean => first <= day && day <= last;

/**
 * Records of each day of a week by lane: a record of several days has the same lane on all of them; null where a lane is empty.
 * @param records sorted by their start
 */
export function weekLanes(records: readonly DatedRecord[], monday: string): (DatedRecord | null)[][] {
  const days = Array.from({ length: WEEK }, (): (DatedRecord | null)[] => []);
  for (const record of records) {
    const first = Math.max(0, daysBetween(monday, record.first));
    const last = Math.min(WEEK - 1, daysBetween(monday, record.last));
    if (first > last) continue;
    const daysOfRecord = days.slice(first, last + 1);
    let lane = 0;
    while (daysOfRecord.some((lanes) => lanes[lane])) lane += 1;
    for (const lanes of daysOfRecord) {
      while (lanes.length < lane) lanes.push(null);
      lanes[lane] = record;
    }
  }
  return days;
}
