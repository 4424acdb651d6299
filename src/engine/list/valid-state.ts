import type { SortPayload } from 'react-admin';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { parseLinkedRecord } from '#resources/language/linked-record.ts';
import { initialSort } from './rows.ts';

/**
 * Stored sort and filters may name fields that an added section no longer has; the server would refuse such a list, so they are
 * dropped here.
 */

/** Whether a value is one that the field's filter control can produce. */
function isValidFilterValue(field: FieldInput, value: unknown): boolean {
  const { isFilterValue } = getTraits(field);
  return isFilterValue ? isFilterValue(value, field) : typeof value === 'string';
}

/** The field of a filter key (`day`, `day_gte`, `day_lte`); undefined if there is none. */
function filteredField({ fields }: Resource, key: string): FieldInput | undefined {
  if (Object.hasOwn(fields, key)) return fields[key];
  const name = key.replace(/_(gte|lte)$/, '');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && getTraits(field).isRanged ? field : undefined;
}

/** The filters that the definition still has. The product's own sections may also filter by keys that are not fields. */
export function validFilters(resource: Resource, filters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (resource.api.dialect !== 'simple-rest') return { ...filters };
  const isValidFilter = ([key, value]: [string, unknown]) => {
    if (key === 'q') return typeof value === 'string' && (resource.list.search?.length ?? 0) > 0;
    const field = filteredField(resource, key);
    if (field?.related && parseLinkedRecord(value)) return true;
    return field?.filter !== undefined && field.filter !== false && isValidFilterValue(field, value);
  };
  return Object.fromEntries(Object.entries(filters).filter(isValidFilter));
}

/** The sort, if the definition still has the field and its kind is sortable; otherwise the initial sort. */
export function validSort(resource: Resource, sort: SortPayload): SortPayload {
  const { field: name } = sort;
  if (name === 'id' || name === '') return sort;
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field && (!resource.generic || getTraits(field).order === 'everywhere') ? sort : initialSort(resource);
}
