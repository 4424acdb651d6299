import type * as z from 'zod';
import type { FieldInput, Resource } from '../define-resource.ts';
import { isEmpty } from '../kinds/ids.ts';
import { fieldRule, getKind } from '../payload.ts';
import { hasComputedCells, rowsShape } from '../rows.ts';
import { wireName } from '../wire-keys.ts';
import { compileExpression } from './compile.ts';
import { hasComputed, initialExpression } from './used.ts';
import { type ExpressionContext, NO_FIELDS, toWire } from './values.ts';

/** Expressions of single fields: `when`, `required`, `readonly`, `initial` and `computed`. */

type WireRecord = Readonly<Record<string, unknown>>;
type Fields = Pick<Resource, 'fields'>;

function isTrue(source: string, { fields }: Fields, record: WireRecord, context: ExpressionContext): boolean {
  return compileExpression(source, fields).evaluate(record, context) === true;
}

const ruleCache = new WeakMap<FieldInput, z.ZodType>();

/** The validation rule of a computed field, cached per field. */
function computedRule(field: FieldInput): z.ZodType {
  const rule = ruleCache.get(field) ?? fieldRule(field);
  ruleCache.set(field, rule);
  return rule;
}

/** The result of an expression as a field value; null if it is undecided, fails, or is invalid for the field. */
function computedValue(source: string, field: FieldInput, { fields }: Fields, record: WireRecord): unknown {
  const wire = toWire(field, compileExpression(source, fields).evaluate(record, NO_CONTEXT));
  const { round: rounded } = getKind(field);
  const read = computedRule(field).safeParse(
    typeof wire === 'number' && rounded ? rounded(wire, field as never) : wire,
  );
  return read.success ? (read.data ?? null) : null;
}

const isRow = (value: unknown): value is WireRecord => typeof value === 'object' && value !== null;

/** Fills in the computed cells of rows; returns anything but a list unchanged. */
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

/** Whether the value that a request sends for a computed field equals the stored one. */
export function isSameComputed(field: FieldInput, sentValue: unknown, storedValue: unknown): boolean {
  const read = computedRule(field).safeParse(sentValue);
  const value = (read.success ? read.data : sentValue) ?? null;
  return value === (storedValue ?? null) || (value === false && isEmpty(storedValue));
}

/** Absent and computed fields of a record. */
interface DerivedFields {
  /** Names of fields whose `when` is not true; an empty value that leaves it undecided counts as not true. */
  absent: ReadonlySet<string>;
  /** Values of the computed fields, by wire names. */
  computed: Readonly<Record<string, unknown>>;
}

/** The value of a computed field, or rows with their computed cells. */
const derivedValue = (field: FieldInput, resource: Fields, record: WireRecord, value: unknown): unknown =>
  field.computed === undefined
    ? withComputedCells(field, value)
    : computedValue(field.computed, field, resource, record);

/** Computed values may depend neither on the day nor on the person. */
const NO_CONTEXT: ExpressionContext = { today: '', me: null };

/**
 * Evaluates the fields in their order; an absent field counts as empty for those below it.
 * @param record by wire names
 * @param context null to evaluate `when` of computed fields only
 */
function derive(resource: Fields, record: WireRecord, context: ExpressionContext | null): DerivedFields {
  const absent = new Set<string>();
  const computed: Record<string, unknown> = {};
  let remaining = record;
  for (const [name, field] of Object.entries(resource.fields)) {
    const { when, computed: source } = field;
    const isConditional = when !== undefined && (context !== null || source !== undefined);
    const isAbsent = isConditional && !isTrue(when, resource, remaining, context ?? NO_CONTEXT);
    if (isAbsent) absent.add(name);
    const hasCells = source === undefined && hasComputedCells(field);
    if (!isAbsent && source === undefined && !hasCells) continue;
    const wire = wireName(name, field);
    const value = isAbsent ? null : derivedValue(field, resource, remaining, remaining[wire] ?? null);
    if (source !== undefined || hasCells) computed[wire] = value;
    remaining = { ...remaining, [wire]: value };
  }
  return { absent, computed };
}

/**
 * The absent fields of a record, and its computed values without them.
 * @param record by wire names
 */
export const derivedFields = (resource: Fields, record: WireRecord, context: ExpressionContext): DerivedFields =>
  derive(resource, record, context);

/** A stored record with its values recomputed by the current definition; unchanged if nothing is computed. */
export function withComputed(resource: Fields, record: WireRecord): Readonly<Record<string, unknown>> {
  return hasComputed(resource) ? { ...record, ...derive(resource, record, null).computed } : record;
}

/** Names of the fields whose `required` is an expression that is true of a record. */
export function requiredFields(resource: Fields, record: WireRecord, context: ExpressionContext): ReadonlySet<string> {
  const entries = Object.entries(resource.fields).filter(
    ([, { required }]) => typeof required === 'string' && isTrue(required, resource, record, context),
  );
  return new Set(entries.map(([name]) => name));
}

/**
 * Names of the fields that a form must not change now.
 * @param record as stored, without the changes in the form
 */
export function readonlyFields(resource: Fields, record: WireRecord, context: ExpressionContext): ReadonlySet<string> {
  const entries = Object.entries(resource.fields).filter(
    ([, { readonly }]) => readonly !== undefined && isTrue(readonly, resource, record, context),
  );
  return new Set(entries.map(([name]) => name));
}

/** Whether a value satisfies `required`. */
export function isGiven(field: FieldInput, value: unknown): boolean {
  return !isEmpty(value) && (getKind(field).isGiven?.(value) ?? true);
}

/** Initial value of a field in a new record, as sent; undefined if there is none or it is empty. */
export function evaluateInitial(field: FieldInput, context: ExpressionContext): unknown {
  const initial = initialExpression(field);
  return initial === undefined ? undefined : toWire(field, compileExpression(initial, NO_FIELDS).evaluate({}, context));
}
