import type { RaRecord } from 'react-admin';
import { dayLater } from '#resources/days.ts';
import type { CalendarField, CalendarFields } from '#resources/language/calendar.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { wireOf } from '#resources/language/wire-keys.ts';
import { dayAndTime, dayBounds, dayMorning, momentLater } from './clock.ts';
import { type DayRange, daysBetween, isDay, WEEK } from './days.ts';

/** A record with the days that it stands on. */
export interface DatedRecord extends DayRange {
  record: RaRecord;
  /** When it begins, `09:30`; null where it says only the day. */
  time: string | null;
}

const fieldValue = ({ name, field }: CalendarField, record: RaRecord): unknown => wireOf(name, field, record);

function readDay(unit: CalendarFields['unit'], value: unknown): { day: string; time: string | null } | null {
  if (unit === 'moment') return dayAndTime(value);
  return isDay(value) ? { day: value, time: null } : null;
}

/** The days of a record; null for one without a date. An end before the beginning counts as none. */
export function dateRecord({ from, to, unit }: CalendarFields, record: RaRecord): DatedRecord | null {
  const begin = readDay(unit, fieldValue(from, record));
  if (!begin) return null;
  const end = to && readDay(unit, fieldValue(to, record));
  const last = end && end.day > begin.day ? end.day : begin.day;
  return { record, first: begin.day, last, time: begin.time };
}

/** Days as a list call asks for them: for moments by the clock of the company. */
export const askedDays = ({ unit }: CalendarFields, { first, last }: DayRange): readonly [string, string] =>
  unit === 'moment' ? dayBounds(first, last) : [first, last];

/** The value of the field of the beginning that puts a record on a day. */
export const beginningOn = ({ unit }: CalendarFields, day: string): string =>
  unit === 'moment' ? dayMorning(day) : day;

/**
 * Values of a record moved to another day, by names on the wire: it keeps its length and its time of the day.
 * @returns null where it begins on that day already
 */
export function movedTo(calendar: CalendarFields, record: RaRecord, day: string): Record<string, unknown> | null {
  const { from, to, unit } = calendar;
  const dated = dateRecord(calendar, record);
  if (!dated) return { [from.wire]: beginningOn(calendar, day) };
  const by = daysBetween(dated.first, day);
  if (by === 0) return null;
  const movedBy = (value: unknown) =>
    unit === 'moment' ? momentLater(String(value), by) : dayLater(String(value), by);
  const end = to && fieldValue(to, record);
  return {
    [from.wire]: movedBy(fieldValue(from, record)),
    ...(to && readDay(unit, end) ? { [to.wire]: movedBy(end) } : {}),
  };
}

/** The values that `movedTo` changes, as a record holds them now. */
export function currentDates({ from, to }: CalendarFields, record: RaRecord): Record<string, unknown> {
  const held = [from, to].flatMap((field) => (field ? [[field.wire, fieldValue(field, record) ?? null]] : []));
  return Object.fromEntries(held);
}

/** Fields that change when a record is moved. */
export const movedFields = ({ from, to }: CalendarFields, record: RaRecord): CalendarField[] =>
  to && !isEmpty(fieldValue(to, record)) ? [from, to] : [from];

const byBeginning = (one: DatedRecord, other: DatedRecord): number =>
  one.first.localeCompare(other.first) ||
  other.last.localeCompare(one.last) ||
  (one.time ?? '').localeCompare(other.time ?? '') ||
  Number(one.record.id) - Number(other.record.id);

/** The records that have a date, in the order of their beginnings. */
export const datedRecords = (calendar: CalendarFields, records: readonly RaRecord[]): DatedRecord[] =>
  records.flatMap((record) => dateRecord(calendar, record) ?? []).sort(byBeginning);

/** Whether a record stands on a day. */
export const isOn = ({ first, last }: DayRange, day: string): boolean => first <= day && day <= last;

/**
 * The records of each day of a week by their lanes: one of several days has the same lane on all of them; null where a lane is
 * free on a day.
 * @param records in the order of their beginnings
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
