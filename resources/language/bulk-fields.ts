import type { FieldInput, Resource } from './define-resource.ts';
import type { Features } from './features.ts';
import { getBuildingField, getPointerTo, getTraits } from './kinds/traits.ts';
import { sentFields } from './payload.ts';
import { rowsShape } from './rows.ts';
import { compositeKeys } from './wire-keys.ts';

/**
 * Whether the options of a field depend on other fields of its record; such a field is edited only in the form, which shows
 * those too.
 */
export function dependsOnOtherFields(field: FieldInput): boolean {
  const list = getPointerTo(field, 'list');
  return getBuildingField(field) !== null || (list !== null && Object.keys(list.by).length > 0);
}

/**
 * Whether a value can be edited outside the form: a single input, neither files nor rows nor tied to one record or other
 * fields.
 */
const isEditableAlone = (field: FieldInput): boolean =>
  !getTraits(field).isPerRecord &&
  !rowsShape(field) &&
  !getPointerTo(field, 'files') &&
  !compositeKeys(field) &&
  !dependsOnOtherFields(field);

/**
 * Whether a field has the picture on which a point of the record is placed; the server refuses another picture under the same
 * point.
 */
const hasPlan = ({ fields }: Resource, name: string): boolean =>
  Object.values(fields).some((field) => getPointerTo(field, 'picture')?.inField === name);

/** String literals in an expression, and the identifiers outside of them. */
const STRING_LITERALS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const IDENTIFIERS = /[A-Za-z_]\w*/g;

/** Whether an expression names one of these fields; a text search, because the parser is in a separate chunk. */
function mentionsField(source: unknown, names: ReadonlySet<string>): boolean {
  if (typeof source !== 'string') return false;
  return (source.replaceAll(STRING_LITERALS, '').match(IDENTIFIERS) ?? []).some((name) => names.has(name));
}

/**
 * Whether the value of a field controls, directly or through computed fields, whether others are shown. Changing it may empty
 * them, which only the form shows.
 */
export function controlsOtherFields({ fields }: Resource, name: string): boolean {
  const names = new Set([name]);
  const computed = Object.entries(fields).filter(([, field]) => field.computed !== undefined);
  for (let before = 0; before < names.size; ) {
    before = names.size;
    for (const [one, field] of computed) if (mentionsField(field.computed, names)) names.add(one);
  }
  return Object.entries(fields).some(([one, { when }]) => one !== name && mentionsField(when, names));
}

/**
 * Whether a field can be set to one value in many records at once: the edit form sends it, it is not unique, it can be edited
 * outside the form, and no point is placed on its picture.
 */
export function isBulkField(resource: Resource, name: string): boolean {
  const field = resource.fields[name];
  if (!field || field.unique || !isEditableAlone(field) || hasPlan(resource, name)) return false;
  return sentFields(resource, 'edit').includes(name);
}

/** Names of the fields that can be bulk edited. */
export const bulkFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => isBulkField(resource, name));

/** Whether another field depends on the buildings in this field; an edit form would empty it along with a change. */
const hasDependentFields = ({ fields }: Resource, name: string): boolean =>
  Object.values(fields).some((field) => getBuildingField(field) === name);

/** Names of the fields that can be edited in a table cell: one at a time, with a standard input that fits there. */
export function cellFields(resource: Resource, features: Features | null): string[] {
  return sentFields(resource, 'edit', features).filter((name) => {
    const field = resource.fields[name];
    if (!field || field.input || field.cell || !isEditableAlone(field)) return false;
    if (getPointerTo(field, 'buildings') || hasDependentFields(resource, name) || hasPlan(resource, name)) return false;
    return !controlsOtherFields(resource, name);
  });
}
