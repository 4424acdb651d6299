import '#i18n/kinds-texts.ts';
import type * as z from 'zod';
import { companyToday } from '#console/data/company-clock.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { fieldRule, kindOf, onDay } from '#resources/language/payload.ts';

const rules = new WeakMap<FieldInput, z.ZodType>();

function checkedRule(field: FieldInput): z.ZodType {
  const cachedRule = rules.get(field);
  if (cachedRule) return cachedRule;
  // Rules that depend on the day are made anew: a form may stand open over midnight.
  const dated = onDay(field, () => companyToday().date);
  if (dated) return fieldRule(dated);
  const rule = fieldRule(field);
  rules.set(field, rule);
  return rule;
}

const requiredCopies = new WeakMap<FieldInput, FieldInput>();

/** A field that has to be given; the same copy each time, so that its input keeps its rule. */
export function requiredField(field: FieldInput): FieldInput {
  const copy = requiredCopies.get(field) ?? { ...field, required: true };
  requiredCopies.set(field, copy);
  return copy;
}

/** The field as the rest of the form makes it: one that goes with another is required while that one holds something (SET-37). */
export function neededNow(field: FieldInput, values: Readonly<Record<string, unknown>>): FieldInput {
  if (field.required === true || !field.requiredWith || isEmpty(values[field.requiredWith])) return field;
  return requiredField(field);
}

/** The wire form of a form value, unchecked. */
export function wireValue(field: FieldInput, value: unknown): unknown {
  const kind = kindOf(field);
  return kind.write ? kind.write(value, field as never) : value;
}

/**
 * The mistake in a form value, as a text key or the sentence of the definition; null for none.
 * The rule is the server's own, asked of the wire value; besides it only what a form alone can have.
 */
export function fieldMistake(field: FieldInput, value: unknown): string | null {
  const unfinished = kindOf(field).unfinished?.(value);
  if (unfinished) return unfinished;
  const [issue] = fieldIssues(field, value);
  return issue ? issue.message || missingMessage(field) : null;
}

/** Everything that the rule says of a form value, with places within it. */
export function fieldIssues(field: FieldInput, value: unknown): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  return checkedRule(field).safeParse(wireValue(field, value)).error?.issues ?? [];
}

/**
 * The wire value the rule makes of a form value: trimmed, padded, in normal form. Unchanged when it is wrong; an empty
 * list stays one, since a server that wants a list takes no null.
 */
export function checkedValue(field: FieldInput, value: unknown): unknown {
  const wire = wireValue(field, value);
  const result = checkedRule(field).safeParse(wire);
  if (!result.success) return wire;
  return result.data === null && Array.isArray(wire) ? wire : result.data;
}
