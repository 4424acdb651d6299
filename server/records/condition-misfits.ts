import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { compileExpression, passingName } from '#resources/language/expressions/compile.ts';
import { failedChecks } from '#resources/language/expressions/conditions.ts';
import { derivedFields, isGiven, isSameComputed, requiredFields } from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { hasComputedCells } from '#resources/language/rows.ts';
import { wireName } from '#resources/language/wire-keys.ts';

type Data = Readonly<Record<string, unknown>>;

/** A field at which a stored record breaks a condition that the definition in force does not have. */
interface BrokenCondition {
  name: string;
  field: FieldInput;
  message: string;
}

/** Neither a day nor a person: expressions that name one are looked at when a record is edited. */
const NO_MOMENT: ExpressionContext = { today: '', me: null };

/** Whether an expression comes to the same on every day and for everybody. */
function isLasting(source: string, { fields }: Pick<Resource, 'fields'>): boolean {
  return passingName(compileExpression(source, fields), fields) === undefined;
}

/** Options of a field that decide which values it takes. */
export function strictness(field: FieldInput): string {
  const { label, help, filter, cell, wire, was, message, input, ...others } = field;
  const { onDelete, tree, ...rest } = others as { onDelete?: unknown; tree?: unknown };
  return JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The field of the definition in force that holds what a field is going to hold. */
function formerField(name: string, field: FieldInput, before: Resource | null): FieldInput | undefined {
  const wires = [wireName(name, field), field.was];
  return Object.entries(before?.fields ?? {}).find(([other, one]) => wires.includes(wireName(other, one)))?.[1];
}

/** Names of the computed fields that come to something else than by the definition in force, themselves or by others. */
function newlyComputed({ fields }: Resource, before: Resource | null): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed === undefined && !hasComputedCells(field)) continue;
    const former = formerField(name, field, before);
    const names = field.computed === undefined ? [] : compileExpression(field.computed, fields).names;
    if (!former || strictness(former) !== strictness(field) || names.some((one) => changed.has(one))) changed.add(name);
  }
  return changed;
}

/** Records under the new names of fields: values under a former name are moved when the definition comes into force. */
function underNames(data: Data, { fields }: Resource): Data {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const isRenamed = field.was !== undefined && !Object.hasOwn(data, wire) && Object.hasOwn(data, field.was);
    return isRenamed ? [[wire, data[field.was ?? '']] as const] : [];
  });
  return entries.length ? { ...data, ...Object.fromEntries(entries) } : data;
}

/** The definition without conditions that depend on the day or the person. */
function lastingPart(resource: Resource): Resource {
  const fields = Object.entries(resource.fields).map(([name, { when, required, ...field }]) => {
    const isKept = (source: unknown) => typeof source !== 'string' || isLasting(source, resource);
    const conditions = { ...(isKept(when) ? { when } : {}), ...(isKept(required) ? { required } : {}) };
    return [name, { ...field, ...conditions } as FieldInput];
  });
  const checks = resource.checks?.filter(({ that }) => isLasting(that, resource));
  return { ...resource, fields: Object.fromEntries(fields), checks };
}

/**
 * Finds the conditions that stored records break, of those that are new or other than in the definition in force; and what was
 * typed into fields that are computed now.
 * @param before the definition in force; null where there is none
 * @returns looks at one record; null where no condition has changed
 */
export function brokenConditions(
  resource: Resource,
  before: Resource | null,
): ((data: Data) => BrokenCondition[]) | null {
  const lasting = lastingPart(resource);
  const newNames = newlyComputed(lasting, before);
  const isOther = (...sources: unknown[]) =>
    sources.some(
      (source) =>
        typeof source === 'string' &&
        compileExpression(source, lasting.fields).names.some((name) => newNames.has(name)),
    );
  const checks =
    lasting.checks?.filter(({ that }) => !before?.checks?.some((check) => check.that === that) || isOther(that)) ?? [];
  const changed = Object.entries(lasting.fields).filter(([name, field]) => {
    const beforeField = before?.fields[name];
    const hasCondition =
      field.computed === undefined && (field.when !== undefined || typeof field.required === 'string');
    const isChanged = beforeField?.when !== field.when || beforeField?.required !== field.required;
    return hasCondition && (isChanged || isOther(field.when, field.required));
  });
  const replaced = Object.entries(lasting.fields).filter(([name, field]) => {
    const former = formerField(name, field, before);
    return field.computed !== undefined && former !== undefined && former.computed === undefined;
  });
  if (!checks.length && !changed.length && !replaced.length) return null;
  return (stored) => {
    const named = underNames(stored, lasting);
    const { absent, computed } = derivedFields(lasting, named, NO_MOMENT);
    const data = { ...named, ...computed };
    const required = requiredFields(lasting, data, NO_MOMENT);
    const lostValues = replaced.flatMap(([name, field]): BrokenCondition[] => {
      const value = named[wireName(name, field)];
      const stays = isEmpty(value) || value === false || isSameComputed(field, value, computed[wireName(name, field)]);
      return stays ? [] : [{ name, field, message: 'definitionFiles.replaced' }];
    });
    const wrongFields = changed.flatMap(([name, field]): BrokenCondition[] => {
      const value = data[wireName(name, field)];
      if (absent.has(name)) {
        return isEmpty(value) || value === false ? [] : [{ name, field, message: 'kinds.notAsked' }];
      }
      const isNeeded = required.has(name) || (field.required === true && field.when !== undefined);
      return isNeeded && !isGiven(field, value) ? [{ name, field, message: missingMessage(field) }] : [];
    });
    const failed = failedChecks({ checks, fields: lasting.fields }, data, NO_MOMENT);
    return [
      ...lostValues,
      ...wrongFields,
      ...failed.flatMap(({ field: name, message }) => {
        const field = lasting.fields[name];
        return field ? [{ name, field, message }] : [];
      }),
    ];
  };
}
