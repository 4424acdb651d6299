import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { compileExpression, findVolatileName } from '#resources/language/expressions/compile.ts';
import { findFailedChecks } from '#resources/language/expressions/conditions.ts';
import { derivedFields, isGiven, isSameComputed, requiredFields } from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { hasComputedCells } from '#resources/language/rows.ts';
import { wireName } from '#resources/language/wire-keys.ts';

type Data = Readonly<Record<string, unknown>>;

/** A field where a stored record breaks a new condition. */
interface BrokenCondition {
  name: string;
  field: FieldInput;
  message: string;
}

/** A context without day and person; expressions that use them are checked only when a record is edited. */
const EMPTY_CONTEXT: ExpressionContext = { today: '', me: null };

/** Whether an expression depends neither on the day nor on the person. */
function isTimeless(source: string, { fields }: Pick<Resource, 'fields'>): boolean {
  return findVolatileName(compileExpression(source, fields), fields) === undefined;
}

/** The options of a field that decide which values are valid, as a comparable string. */
export function validationOptionsKey(field: FieldInput): string {
  const { label, help, filter, cell, wire, was, message, input, ...others } = field;
  const { onDelete, tree, ...validationOptions } = others as { onDelete?: unknown; tree?: unknown };
  return JSON.stringify(Object.entries(validationOptions).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The field of the definition in force whose values this field takes over. */
function formerField(name: string, field: FieldInput, before: Resource | null): FieldInput | undefined {
  const wires = [wireName(name, field), field.was];
  return Object.entries(before?.fields ?? {}).find(([other, one]) => wires.includes(wireName(other, one)))?.[1];
}

/** Names of fields whose computed values change, directly or through other computed fields. */
function newlyComputed({ fields }: Resource, before: Resource | null): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed === undefined && !hasComputedCells(field)) continue;
    const previousField = formerField(name, field, before);
    const names = field.computed === undefined ? [] : compileExpression(field.computed, fields).names;
    if (
      !previousField ||
      validationOptionsKey(previousField) !== validationOptionsKey(field) ||
      names.some((one) => changed.has(one))
    )
      changed.add(name);
  }
  return changed;
}

/** A record by the new field names; stored values are moved only when the definition comes into force. */
function withCurrentNames(data: Data, { fields }: Resource): Data {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const isRenamed = field.was !== undefined && !Object.hasOwn(data, wire) && Object.hasOwn(data, field.was);
    return isRenamed ? [[wire, data[field.was ?? '']] as const] : [];
  });
  return entries.length ? { ...data, ...Object.fromEntries(entries) } : data;
}

/** The definition without its conditions that depend on the day or the person. */
function timelessPart(resource: Resource): Resource {
  const fields = Object.entries(resource.fields).map(([name, { when, required, ...field }]) => {
    const isKept = (source: unknown) => typeof source !== 'string' || isTimeless(source, resource);
    const conditions = { ...(isKept(when) ? { when } : {}), ...(isKept(required) ? { required } : {}) };
    return [name, { ...field, ...conditions } as FieldInput];
  });
  const checks = resource.checks?.filter(({ that }) => isTimeless(that, resource));
  return { ...resource, fields: Object.fromEntries(fields), checks };
}

/**
 * Creates a function that finds broken conditions of one record: conditions that are new or changed, and typed values in fields
 * that become computed.
 * @param before the definition in force; null for none
 * @returns null if no condition has changed
 */
export function brokenConditions(
  resource: Resource,
  before: Resource | null,
): ((data: Data) => BrokenCondition[]) | null {
  const timeless = timelessPart(resource);
  const newNames = newlyComputed(timeless, before);
  const usesChangedField = (...sources: unknown[]) =>
    sources.some(
      (source) =>
        typeof source === 'string' &&
        compileExpression(source, timeless.fields).names.some((name) => newNames.has(name)),
    );
  const checks =
    timeless.checks?.filter(
      ({ that }) => !before?.checks?.some((check) => check.that === that) || usesChangedField(that),
    ) ?? [];
  const changed = Object.entries(timeless.fields).filter(([name, field]) => {
    const beforeField = before?.fields[name];
    const hasCondition =
      field.computed === undefined && (field.when !== undefined || typeof field.required === 'string');
    const isChanged = beforeField?.when !== field.when || beforeField?.required !== field.required;
    return hasCondition && (isChanged || usesChangedField(field.when, field.required));
  });
  const nowComputed = Object.entries(timeless.fields).filter(([name, field]) => {
    const former = formerField(name, field, before);
    return field.computed !== undefined && former !== undefined && former.computed === undefined;
  });
  if (!checks.length && !changed.length && !nowComputed.length) return null;
  return (stored) => {
    const renamed = withCurrentNames(stored, timeless);
    const { absent, computed } = derivedFields(timeless, renamed, EMPTY_CONTEXT);
    const data = { ...renamed, ...computed };
    const required = requiredFields(timeless, data, EMPTY_CONTEXT);
    const lostValues = nowComputed.flatMap(([name, field]): BrokenCondition[] => {
      const value = renamed[wireName(name, field)];
      const isLossless =
        isEmpty(value) || value === false || isSameComputed(field, value, computed[wireName(name, field)]);
      return isLossless ? [] : [{ name, field, message: 'definitionFiles.replaced' }];
    });
    const wrongFields = changed.flatMap(([name, field]): BrokenCondition[] => {
      const value = data[wireName(name, field)];
      if (absent.has(name)) {
        return isEmpty(value) || value === false ? [] : [{ name, field, message: 'kinds.notAsked' }];
      }
      const isNeeded = required.has(name) || (field.required === true && field.when !== undefined);
      return isNeeded && !isGiven(field, value) ? [{ name, field, message: missingMessage(field) }] : [];
    });
    const failed = findFailedChecks({ checks, fields: timeless.fields }, data, EMPTY_CONTEXT);
    return [
      ...lostValues,
      ...wrongFields,
      ...failed.flatMap(({ field: name, message }) => {
        const field = timeless.fields[name];
        return field ? [{ name, field, message }] : [];
      }),
    ];
  };
}
