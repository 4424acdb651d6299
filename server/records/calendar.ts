import { type RawBuilder, sql } from 'kysely';
import { type CalendarFields, calendarFields } from '#resources/language/calendar.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { normalizeMoment } from '#resources/language/kinds/moment.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { compared, jsonColumn, textColumn } from './columns.ts';

/** The first and the last of what is asked for, as the field of the calendar holds them: days, or moments; null for records without a date. */
export type AskedDays = readonly [first: string, last: string] | null;

/** A bound as records hold it; undefined for what is none. */
function bound({ from, unit }: CalendarFields, text: string): string | undefined {
  if (unit === 'moment') return normalizeMoment(text);
  return traitsOf(from.field).isFilterValue?.(text, from.field) ? text : undefined;
}

/** That a record has no place in a calendar; also the condition of its index. */
const isUndated = (wire: string) => sql<boolean>`(${textColumn(wire)} is null)`;

/**
 * That a record stands on one of these days: it begins on one, or has begun before and goes on.
 * @returns undefined for bounds that are none, and for a section without a calendar
 */
export function standsOn(resource: Resource, days: AskedDays): RawBuilder<boolean> | undefined {
  const calendar = calendarFields(resource);
  if (!calendar) return undefined;
  const { from, to } = calendar;
  if (days === null) return isUndated(from.wire);
  const [first, last] = [bound(calendar, days[0]), bound(calendar, days[1])];
  if (first === undefined || last === undefined) return undefined;
  const isBegun = compared(from, 'to', last);
  const begins = sql<boolean>`(${compared(from, 'from', first)} and ${isBegun})`;
  // Each side of the alternative finds its records by an index of its own.
  return to ? sql<boolean>`(${begins} or (${compared(to, 'from', first)} and ${isBegun}))` : begins;
}

/** In the order in which records begin. */
export function calendarOrder(resource: Resource): RawBuilder<unknown> | undefined {
  const calendar = calendarFields(resource);
  return calendar ? sql`${jsonColumn(calendar.from.wire)} asc, records.id asc` : undefined;
}

/** Expressions of the indexes and statistics of a calendar. */
export function calendarColumns(resource: Resource): RawBuilder<unknown>[] {
  const { from, to } = calendarFields(resource) ?? {};
  return [from, to].flatMap((field) => (field ? [jsonColumn(field.wire)] : []));
}

/** The condition of the index of records without a date; undefined for a section without a calendar. */
export function undatedCondition(resource: Resource): RawBuilder<boolean> | undefined {
  const calendar = calendarFields(resource);
  return calendar ? isUndated(calendar.from.wire) : undefined;
}
