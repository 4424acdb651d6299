import type { FieldInput, Resource } from '../define-resource.ts';
import { isEmpty } from '../kinds/ids.ts';
import { kindOf } from '../payload.ts';
import { wireName } from '../wire-keys.ts';
import { compileExpression } from './compile.ts';
import { initialExpression } from './used.ts';
import { type Moment, NO_FIELDS, toWire } from './values.ts';

/** Conditions of single fields: when they are asked for, have to be given and may be changed, and what they begin with. */

type Wire = Readonly<Record<string, unknown>>;
type Fields = Pick<Resource, 'fields'>;

function isTrue(source: string, { fields }: Fields, record: Wire, moment: Moment): boolean {
  return compileExpression(source, fields).evaluate(record, moment) === true;
}

/**
 * Names of the fields that a record has no use for: their `when` is not true, also where an empty value leaves it undecided.
 * A field that is left out counts as empty for those below it.
 * @param record by names on the wire
 */
export function absentFields(resource: Fields, record: Wire, moment: Moment): ReadonlySet<string> {
  const absent = new Set<string>();
  let rest = record;
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.when === undefined || isTrue(field.when, resource, rest, moment)) continue;
    absent.add(name);
    rest = { ...rest, [wireName(name, field)]: null };
  }
  return absent;
}

/** Names of the fields whose `required` is an expression that is true of a record. */
export function requiredFields(resource: Fields, record: Wire, moment: Moment): ReadonlySet<string> {
  const entries = Object.entries(resource.fields).filter(
    ([, { required }]) => typeof required === 'string' && isTrue(required, resource, record, moment),
  );
  return new Set(entries.map(([name]) => name));
}

/** Names of the fields that a form must not change now. @param record as it is kept, without what the form changes */
export function readonlyFields(resource: Fields, record: Wire, moment: Moment): ReadonlySet<string> {
  const entries = Object.entries(resource.fields).filter(
    ([, { readonly }]) => readonly !== undefined && isTrue(readonly, resource, record, moment),
  );
  return new Set(entries.map(([name]) => name));
}

/** Whether a value counts as given where it has to be. */
export function isGiven(field: FieldInput, value: unknown): boolean {
  return !isEmpty(value) && (kindOf(field).given?.(value) ?? true);
}

/** What the value of a new record begins with, as it stands on the wire; undefined where nothing is said of it, or it is empty. */
export function initialWire(field: FieldInput, moment: Moment): unknown {
  const initial = initialExpression(field);
  return initial === undefined ? undefined : toWire(field, compileExpression(initial, NO_FIELDS).evaluate({}, moment));
}
