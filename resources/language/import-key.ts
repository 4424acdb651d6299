import type { FieldInput, Resource } from './define-resource.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { getTraits } from './kinds/traits.ts';
import { getKind, sentFields } from './payload.ts';

/** Storage columns whose values are compared as a whole. */
const KEY_COLUMNS: readonly unknown[] = ['text', 'number', 'ordered'];

/**
 * Whether the values of a kind can identify a record in an import; not states, which only moves change, nor lists from the
 * server.
 */
export function canIdentifyRecords(field: Pick<FieldInput, 'kind'>): boolean {
  const { csv, column } = getKind(field);
  const { process, points } = getTraits(field);
  return csv !== undefined && KEY_COLUMNS.includes(column) && !process && points?.to !== 'list';
}

/** The kinds whose values can identify a record. */
export const KEY_KINDS = KIND_NAMES.filter((kind) => canIdentifyRecords({ kind }));

/** Whether a file can contain the field and its values can identify a record. */
export function isKeyField(resource: Resource, name: string): boolean {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field || !canIdentifyRecords(field)) return false;
  return getTraits(field).numbering !== undefined || sentFields(resource).includes(name);
}

/**
 * The keys by which a file can change records of a section, as lists of field names: first that of the definition, then each
 * unique field.
 * @param resource the definition as the reader sees it
 */
export function importKeys(resource: Resource): readonly (readonly string[])[] {
  if (!resource.generic) return [];
  const { key = [] } = resource.import ?? {};
  const unique = Object.entries(resource.fields).flatMap(([name, field]) => (field.unique ? [name] : []));
  const keys = [key, ...unique.filter((name) => key.length !== 1 || key[0] !== name).map((name) => [name])];
  return keys.filter((names) => names.length > 0 && names.every((name) => isKeyField(resource, name)));
}
