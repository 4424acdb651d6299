import type { FieldInput, Resource } from './define-resource.ts';
import type { Features } from './features.ts';
import { buildingFieldOf, pointerTo, traitsOf } from './kinds/traits.ts';
import { writtenFields } from './payload.ts';
import { rowsShape } from './rows.ts';
import { partKeys } from './wire-keys.ts';

/** Whether the choices of a field depend on other fields of its record: it is changed in the form, which shows those too. */
export function dependsOnOthers(field: FieldInput): boolean {
  const list = pointerTo(field, 'list');
  return buildingFieldOf(field) !== null || (list !== null && Object.keys(list.by).length > 0);
}

/** Whether a value can be asked for by itself: neither files nor rows nor about one record alone, and whatever else a record holds. */
const standsAlone = (field: FieldInput): boolean =>
  !traitsOf(field).isOfOneRecord &&
  !rowsShape(field) &&
  !pointerTo(field, 'files') &&
  !partKeys(field) &&
  !dependsOnOthers(field);

/** Whether a field has the picture that a point of the record stands on: a server refuses another picture below the same point. */
const hasPlan = ({ fields }: Resource, name: string): boolean =>
  Object.values(fields).some((field) => pointerTo(field, 'picture')?.inField === name);

/** Texts within an expression, and the names outside of them. */
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const NAMES = /[A-Za-z_]\w*/g;

/** Whether an expression names one of these fields. It is searched as a text, as the parser is a chunk of its own. */
function mentions(source: unknown, names: ReadonlySet<string>): boolean {
  if (typeof source !== 'string') return false;
  return (source.replaceAll(TEXTS, '').match(NAMES) ?? []).some((name) => names.has(name));
}

/**
 * Whether the value of a field decides, by itself or by computed fields, if others are asked for. A change of it may empty them,
 * which only the form shows.
 */
export function decidesOthers({ fields }: Resource, name: string): boolean {
  const names = new Set([name]);
  const computed = Object.entries(fields).filter(([, field]) => field.computed !== undefined);
  for (let before = 0; before < names.size; ) {
    before = names.size;
    for (const [one, field] of computed) if (mentions(field.computed, names)) names.add(one);
  }
  return Object.entries(fields).some(([one, { when }]) => one !== name && mentions(when, names));
}

/**
 * Whether a field may be given one value in many records at once: one that a form of editing writes, that is neither told apart by nor of
 * files or rows nor about one record alone, that no point stands on, and whose choices are the same whatever else a record holds.
 */
export function isBulkField(resource: Resource, name: string): boolean {
  const field = resource.fields[name];
  if (!field || field.unique || !standsAlone(field) || hasPlan(resource, name)) return false;
  return writtenFields(resource, 'edit').includes(name);
}

/** Names of the fields that may be. */
export const bulkFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => isBulkField(resource, name));

/** Whether a field lies in the places that another one names, which an edit form would empty with it. */
const isLeant = ({ fields }: Resource, name: string): boolean =>
  Object.values(fields).some((field) => buildingFieldOf(field) === name);

/** Names of the fields that a cell of a table may change: one at a time, by an input that has room there and is not the section's own. */
export function cellFields(resource: Resource, features: Features | null): string[] {
  return writtenFields(resource, 'edit', features).filter((name) => {
    const field = resource.fields[name];
    if (!field || field.input || field.cell || !standsAlone(field)) return false;
    if (pointerTo(field, 'buildings') || isLeant(resource, name) || hasPlan(resource, name)) return false;
    return !decidesOthers(resource, name);
  });
}
