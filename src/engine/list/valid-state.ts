import type { SortPayload } from 'react-admin';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { RANGED, SORTED } from '#resources/language/sorted-kinds.ts';
import { firstSort } from './rows.ts';

/**
 * What somebody sorted and filtered by the last time may be gone since: the definition of an added section has changed. The
 * server refuses a list by what it does not know, so that is left out here.
 */

const NUMBERS: ReadonlySet<KindName> = new Set<KindName>([
  'number',
  'money',
  'reference',
  'building',
  'buildings',
  'one-of',
  'some-of',
]);

/** Whether a value is one that the filter of the field gives. */
function isGiven(field: FieldInput, value: unknown): boolean {
  if (field.kind === 'checkbox') return typeof value === 'boolean';
  if (NUMBERS.has(field.kind)) return typeof value === 'number';
  if (typeof value !== 'string') return false;
  if (field.kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (field.kind === 'month') return /^\d{6}$/.test(value);
  return field.kind !== 'choice' || field.options.some((option) => option.value === value);
}

/** The field that a key of the filters is about: `day`, `day_gte`, `day_lte`; undefined where it is about none. */
function fieldOf({ fields }: Resource, key: string): FieldInput | undefined {
  if (Object.hasOwn(fields, key)) return fields[key];
  const name = key.replace(/_(gte|lte)$/, '');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && RANGED.has(field.kind) ? field : undefined;
}

/** The filters that the definition still has. The product's own sections may filter by what is no field. */
export function validFilters(resource: Resource, filters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (resource.api.dialect !== 'simple-rest') return { ...filters };
  const known = ([key, value]: [string, unknown]) => {
    if (key === 'q') return typeof value === 'string' && (resource.list.search?.length ?? 0) > 0;
    const field = fieldOf(resource, key);
    return field?.filter !== undefined && field.filter !== false && isGiven(field, value);
  };
  return Object.fromEntries(Object.entries(filters).filter(known));
}

/** The sort, where the definition still has the field and its kind can be sorted by; else what a list begins with. */
export function validSort(resource: Resource, sort: SortPayload): SortPayload {
  const { field: name } = sort;
  if (name === 'id' || name === '') return sort;
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field && (!resource.generic || SORTED.has(field.kind)) ? sort : firstSort(resource);
}
