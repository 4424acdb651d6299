import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import { failedChecks } from '#resources/language/expressions/conditions.ts';
import { absentFields, isGiven, requiredFields } from '#resources/language/expressions/fields.ts';
import type { Moment } from '#resources/language/expressions/values.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';

type Data = Readonly<Record<string, unknown>>;

/** A field at which a stored record breaks a condition that the definition in force does not have. */
interface BrokenCondition {
  name: string;
  field: FieldInput;
  message: string;
}

/** Neither a day nor a person: expressions that name one are looked at when a record is edited. */
const NO_MOMENT: Moment = { today: '', me: null };

/** Whether an expression comes to the same on every day and for everybody. */
function isLasting(source: string, { fields }: Pick<Resource, 'fields'>): boolean {
  return compileExpression(source, fields).names.every((name) => Object.hasOwn(fields, name));
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
 * Finds the conditions that stored records break, of those that are new or other than in the definition in force.
 * @param before the definition in force; null where there is none
 * @returns looks at one record; null where no condition has changed
 */
export function brokenConditions(
  resource: Resource,
  before: Resource | null,
): ((data: Data) => BrokenCondition[]) | null {
  const lasting = lastingPart(resource);
  const checks = lasting.checks?.filter(({ that }) => !before?.checks?.some((check) => check.that === that)) ?? [];
  const changed = Object.entries(lasting.fields).filter(([name, field]) => {
    const former = before?.fields[name];
    const hasCondition = field.when !== undefined || typeof field.required === 'string';
    return hasCondition && (former?.when !== field.when || former?.required !== field.required);
  });
  if (!checks.length && !changed.length) return null;
  return (data) => {
    const absent = absentFields(lasting, data, NO_MOMENT);
    const required = requiredFields(lasting, data, NO_MOMENT);
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
      ...wrongFields,
      ...failed.flatMap(({ field: name, message }) => {
        const field = lasting.fields[name];
        return field ? [{ name, field, message }] : [];
      }),
    ];
  };
}
