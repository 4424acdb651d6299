import type { SortPayload } from 'react-admin';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { linkedRecord } from '#resources/language/linked-record.ts';
import { firstSort } from './rows.ts';

/**
 * Remembered sort and filters may be of fields that are gone: the definition of an added section has changed. The
 * server refuses a list by what it does not know, so that is left out here.
 */

/** Whether a value is one that the filter of the field gives. */
function isGiven(field: FieldInput, value: unknown): boolean {
  const { isFilterValue } = traitsOf(field);
  return isFilterValue ? isFilterValue(value, field) : typeof value === 'string';
}

/** The field that a key of the filters is about: `day`, `day_gte`, `day_lte`; undefined where it is about none. */
function stateField({ fields }: Resource, key: string): FieldInput | undefined {
  if (Object.hasOwn(fields, key)) return fields[key];
  const name = key.replace(/_(gte|lte)$/, '');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && traitsOf(field).isRanged ? field : undefined;
}

/** The filters that the definition still has. The product's own sections may filter by what is no field. */
export function validFilters(resource: Resource, filters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (resource.api.dialect !== 'simple-rest') return { ...filters };
  const isValidFilter = ([key, value]: [string, unknown]) => {
    if (key === 'q') return typeof value === 'string' && (resource.list.search?.length ?? 0) > 0;
    const field = stateField(resource, key);
    if (field?.related && linkedRecord(value)) return true;
    return field?.filter !== undefined && field.filter !== false && isGiven(field, value);
  };
  return Object.fromEntries(Object.entries(filters).filter(isValidFilter));
}

/** The sort, where the definition still has the field and its kind can be sorted by; else what a list begins with. */
export function validSort(resource: Resource, sort: SortPayload): SortPayload {
  const { field: name } = sort;
  if (name === 'id' || name === '') return sort;
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field && (!resource.generic || traitsOf(field).order === 'everywhere') ? sort : firstSort(resource);
}
