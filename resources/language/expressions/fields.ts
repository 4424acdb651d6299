import type * as z from 'zod';
import type { FieldInput, Resource } from '../define-resource.ts';
import { isEmpty } from '../kinds/ids.ts';
import { fieldRule, kindOf } from '../payload.ts';
import { hasComputedCells, rowsShape } from '../rows.ts';
import { wireName } from '../wire-keys.ts';
import { compileExpression } from './compile.ts';
import { hasComputed, initialExpression } from './used.ts';
import { type ExpressionContext, NO_FIELDS, toWire } from './values.ts';

/** Conditions of single fields: when they are asked for, have to be given and may be changed, what they begin with and are computed of. */

type Wire = Readonly<Record<string, unknown>>;
type Fields = Pick<Resource, 'fields'>;

function isTrue(source: string, { fields }: Fields, record: Wire, moment: ExpressionContext): boolean {
  return compileExpression(source, fields).evaluate(record, moment) === true;
}

const rules = new WeakMap<FieldInput, z.ZodType>();

/** The rule of a computed field: an empty value keeps it. */
function computedRule(field: FieldInput): z.ZodType {
  const rule = rules.get(field) ?? fieldRule(field);
  rules.set(field, rule);
  return rule;
}

/** The result of an expression as the value of a field; null where it is undecided, fails, or is no value of the field. */
function computedValue(source: string, field: FieldInput, { fields }: Fields, record: Wire): unknown {
  const wire = toWire(field, compileExpression(source, fields).evaluate(record, NO_MOMENT));
  const { rounded } = kindOf(field);
  const read = computedRule(field).safeParse(
    typeof wire === 'number' && rounded ? rounded(wire, field as never) : wire,
  );
  return read.success ? (read.data ?? null) : null;
}

const isRow = (value: unknown): value is Wire => typeof value === 'object' && value !== null;

/** Rows with their computed cells; what is no list of rows stays as it is. */
function withComputedCells(field: FieldInput, value: unknown): unknown {
  const columns = rowsShape(field)?.columns ?? {};
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) => {
    if (!isRow(row)) return row;
    let cells = row;
    for (const [name, column] of Object.entries(columns)) {
      if (column.computed === undefined) continue;
      cells = { ...cells, [name]: computedValue(column.computed, column, { fields: columns }, cells) };
    }
    return cells;
  });
}

/** Whether a call says of a computed field what is kept of it. */
export function isSameComputed(field: FieldInput, sentValue: unknown, keptValue: unknown): boolean {
  const read = computedRule(field).safeParse(sentValue);
  const value = (read.success ? read.data : sentValue) ?? null;
  return value === (keptValue ?? null) || (value === false && isEmpty(keptValue));
}

/** State of the fields of a record by the values of the others. */
interface DerivedFields {
  /** Names of the fields that it has no use for: their `when` is not true, also where an empty value leaves it undecided. */
  absent: ReadonlySet<string>;
  /** Values of the computed fields, by names on the wire. */
  computed: Readonly<Record<string, unknown>>;
}

/** The value of a computed field, or rows with their computed cells. */
const derivedValue = (field: FieldInput, resource: Fields, record: Wire, value: unknown): unknown =>
  field.computed === undefined
    ? withComputedCells(field, value)
    : computedValue(field.computed, field, resource, record);

/** Neither a day nor a person: what is kept depends on none. */
const NO_MOMENT: ExpressionContext = { today: '', me: null };

/**
 * Looks at the fields in their order: one that is left out counts as empty for those below it.
 * @param record by names on the wire
 * @param moment null to take all that is not computed as it stands
 */
function derive(resource: Fields, record: Wire, moment: ExpressionContext | null): DerivedFields {
  const absent = new Set<string>();
  const computed: Record<string, unknown> = {};
  let rest = record;
  for (const [name, field] of Object.entries(resource.fields)) {
    const { when, computed: source } = field;
    const isLookedAt = when !== undefined && (moment !== null || source !== undefined);
    const isAbsent = isLookedAt && !isTrue(when, resource, rest, moment ?? NO_MOMENT);
    if (isAbsent) absent.add(name);
    const hasCells = source === undefined && hasComputedCells(field);
    if (!isAbsent && source === undefined && !hasCells) continue;
    const wire = wireName(name, field);
    const value = isAbsent ? null : derivedValue(field, resource, rest, rest[wire] ?? null);
    if (source !== undefined || hasCells) computed[wire] = value;
    rest = { ...rest, [wire]: value };
  }
  return { absent, computed };
}

/** Fields that a record has no use for, and the values of those that are computed of what is left. @param record by names on the wire */
export const derivedFields = (resource: Fields, record: Wire, moment: ExpressionContext): DerivedFields =>
  derive(resource, record, moment);

/** A record that is kept with its computed values as they are by the definition of now; the same where it has none. */
export function withComputed(resource: Fields, record: Wire): Readonly<Record<string, unknown>> {
  return hasComputed(resource) ? { ...record, ...derive(resource, record, null).computed } : record;
}

/** Names of the fields whose `required` is an expression that is true of a record. */
export function requiredFields(resource: Fields, record: Wire, moment: ExpressionContext): ReadonlySet<string> {
  const entries = Object.entries(resource.fields).filter(
    ([, { required }]) => typeof required === 'string' && isTrue(required, resource, record, moment),
  );
  return new Set(entries.map(([name]) => name));
}

/** Names of the fields that a form must not change now. @param record as it is kept, without what the form changes */
export function readonlyFields(resource: Fields, record: Wire, moment: ExpressionContext): ReadonlySet<string> {
  const entries = Object.entries(resource.fields).filter(
    ([, { readonly }]) => readonly !== undefined && isTrue(readonly, resource, record, moment),
  );
  return new Set(entries.map(([name]) => name));
}

/** Whether a value counts as given where it has to be. */
export function isGiven(field: FieldInput, value: unknown): boolean {
  return !isEmpty(value) && (kindOf(field).given?.(value) ?? true);
}

/** The initial value in a new record, on the wire; undefined where there is none, or it is empty. */
export function initialWire(field: FieldInput, moment: ExpressionContext): unknown {
  const initial = initialExpression(field);
  return initial === undefined ? undefined : toWire(field, compileExpression(initial, NO_FIELDS).evaluate({}, moment));
}
