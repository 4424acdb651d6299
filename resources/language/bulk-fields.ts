import type { Resource } from './define-resource.ts';
import { buildingFieldOf, pointerTo, traitsOf } from './kinds/traits.ts';
import { writtenFields } from './payload.ts';
import { rowsShape } from './rows.ts';
import { partKeys } from './wire-keys.ts';

/**
 * Whether a field may be given one value in many records at once: one that a form of editing writes, that is neither told apart by nor of
 * files or rows nor about one record alone, and whose choices are the same whatever else a record holds.
 */
export function isBulkField(resource: Resource, name: string): boolean {
  const field = resource.fields[name];
  if (!field || !writtenFields(resource, 'edit').includes(name)) return false;
  const list = pointerTo(field, 'list');
  const depends = buildingFieldOf(field) !== null || (list !== null && Object.keys(list.by).length > 0);
  if (traitsOf(field).isOfOneRecord) return false;
  return !field.unique && !rowsShape(field) && !pointerTo(field, 'files') && !partKeys(field) && !depends;
}

/** Names of the fields that may be. */
export const bulkFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => isBulkField(resource, name));
