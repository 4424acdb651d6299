import type { FieldInput, Resource } from './define-resource.ts';
import { traitsOf } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** How a calendar shows a section, before anything else is chosen. */
export const CALENDAR_VIEWS = ['month', 'week', 'agenda'] as const;

/** A date field that places records in a calendar. */
export interface CalendarField {
  name: string;
  field: FieldInput;
  /** Key of its value in a record. */
  wire: string;
}

/** The fields of a calendar. */
export interface CalendarFields {
  from: CalendarField;
  /** The last day or the end; null where records stand on one day alone. */
  to: CalendarField | null;
  /** Whether values are days, or moments, which have a time and a zone. */
  unit: 'day' | 'moment';
}

/** The date fields of a section's calendar; null for a section with another layout. */
export function calendarFields({
  list,
  fields,
}: {
  list: Pick<Resource['list'], 'layout' | 'calendar'>;
  fields: Resource['fields'];
}): CalendarFields | null {
  const find = (name: string | undefined): CalendarField | null => {
    const field = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && name !== undefined ? { name, field, wire: wireName(name, field) } : null;
  };
  const from = list.layout === 'calendar' ? find(list.calendar?.from) : null;
  const unit = from && traitsOf(from.field).inCalendar;
  return from && unit ? { from, to: find(list.calendar?.to), unit } : null;
}
