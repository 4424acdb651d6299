import type { FieldInput, Resource } from './define-resource.ts';
import { getTraits } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Views of a calendar, of which a definition picks the default. */
export const CALENDAR_VIEWS = ['month', 'week', 'agenda'] as const;

/** A date field that places records in a calendar. */
export interface CalendarField {
  name: string;
  field: FieldInput;
  /** Key of the value in a record. */
  wire: string;
}

/** The date fields of a calendar. */
export interface CalendarFields {
  from: CalendarField;
  /** Field with the last day or the end time; null if each record is on a single day. */
  to: CalendarField | null;
  /** `day`: dates without time; `moment`: times with a time zone. */
  unit: 'day' | 'moment';
}

/** The date fields of a section's calendar; null for another layout, and if the `from` field is missing or not a date. */
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
  const unit = from && getTraits(from.field).calendarUnit;
  return from && unit ? { from, to: find(list.calendar?.to), unit } : null;
}
