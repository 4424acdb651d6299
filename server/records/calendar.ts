import { type RawBuilder, sql } from 'kysely';
import { type CalendarFields, calendarFields } from '#resources/language/calendar.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { normalizeMoment } from '#resources/language/kinds/moment.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { comparison, jsonColumn, textColumn } from './columns.ts';

/** First and last day, or time, of a period in the format of the calendar field; null for records without a date. */
export type CalendarPeriod = readonly [first: string, last: string] | null;

/** A bound in stored form; undefined if it is invalid. */
function parseBound({ from, unit }: CalendarFields, text: string): string | undefined {
  if (unit === 'moment') return normalizeMoment(text);
  return getTraits(from.field).isFilterValue?.(text, from.field) ? text : undefined;
}

/** Condition that a record has no date; also the condition of its index. */
const isUndated = (wire: string) => sql<boolean>`(${textColumn(wire)} is null)`;

/**
 * Condition that a record overlaps the period.
 * @returns undefined for invalid bounds, and for a section without a calendar
 */
export function periodCondition(resource: Resource, days: CalendarPeriod): RawBuilder<boolean> | undefined {
  const calendar = calendarFields(resource);
  if (!calendar) return undefined;
  const { from, to } = calendar;
  if (days === null) return isUndated(from.wire);
  const [first, last] = [parseBound(calendar, days[0]), parseBound(calendar, days[1])];
  if (first === undefined || last === undefined) return undefined;
  const hasBegun = comparison(from, 'to', last);
  const startsWithin = sql<boolean>`(${comparison(from, 'from', first)} and ${hasBegun})`;
  // Written as an alternative, so that each side can use its own index.
  return to ? sql<boolean>`(${startsWithin} or (${comparison(to, 'from', first)} and ${hasBegun}))` : startsWithin;
}

/** Sorts records by start. */
export function calendarOrder(resource: Resource): RawBuilder<unknown> | undefined {
  const calendar = calendarFields(resource);
  return calendar ? sql`${jsonColumn(calendar.from.wire)} asc, records.id asc` : undefined;
}

/** Expressions of the indexes and statistics of a calendar. */
export function calendarColumns(resource: Resource): RawBuilder<unknown>[] {
  const { from, to } = calendarFields(resource) ?? {};
  return [from, to].flatMap((field) => (field ? [jsonColumn(field.wire)] : []));
}

/** Condition of the index of records without a date; undefined for a section without a calendar. */
export function undatedCondition(resource: Resource): RawBuilder<boolean> | undefined {
  const calendar = calendarFields(resource);
  return calendar ? isUndated(calendar.from.wire) : undefined;
}
