import type { FieldInput, Resource } from './define-resource.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { traitsOf } from './kinds/traits.ts';
import { kindOf, writtenFields } from './payload.ts';

/** Columns of the storage whose values are looked up as a whole. */
const KEY_COLUMNS: readonly unknown[] = ['text', 'number', 'ordered'];

/** Whether a value of a field can say which record a row of a file is about: none that moves change, or that a list of the server names. */
export function tellsRecords(field: Pick<FieldInput, 'kind'>): boolean {
  const { csv, column } = kindOf(field);
  const { process, points } = traitsOf(field);
  return csv !== undefined && KEY_COLUMNS.includes(column) && !process && points?.to !== 'list';
}

/** The kinds whose values can. */
export const KEY_KINDS = KIND_NAMES.filter((kind) => tellsRecords({ kind }));

/** Whether a file carries values of a field by which records can be found. */
export function isKeyField(resource: Resource, name: string): boolean {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field || !tellsRecords(field)) return false;
  return traitsOf(field).numbering !== undefined || writtenFields(resource).includes(name);
}

/**
 * The keys by which the records of a section can be changed out of a file, each as names of fields: that of the definition,
 * then each field whose values do not repeat.
 * @param resource the definition as the person sees it
 */
export function importKeys(resource: Resource): readonly (readonly string[])[] {
  if (!resource.generic) return [];
  const { key = [] } = resource.import ?? {};
  const unique = Object.entries(resource.fields).flatMap(([name, field]) => (field.unique ? [name] : []));
  const keys = [key, ...unique.filter((name) => key.length !== 1 || key[0] !== name).map((name) => [name])];
  return keys.filter((names) => names.length > 0 && names.every((name) => isKeyField(resource, name)));
}
