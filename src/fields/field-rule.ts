import '#i18n/kinds-texts.ts';
import type * as z from 'zod';
import { companyToday } from '#console/data/company-clock.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { fieldRule, getKind, resolveFieldToday } from '#resources/language/payload.ts';

const rules = new WeakMap<FieldInput, z.ZodType>();

function getRule(field: FieldInput): z.ZodType {
  const cachedRule = rules.get(field);
  if (cachedRule) return cachedRule;
  // Rules that depend on the date are not cached, because a form may be open past midnight.
  const datedField = resolveFieldToday(field, () => companyToday().date);
  if (datedField) return fieldRule(datedField);
  const rule = fieldRule(field);
  rules.set(field, rule);
  return rule;
}

const requiredCopies = new WeakMap<FieldInput, FieldInput>();

/** A required copy of a field; cached, so that its rule is cached too. */
export function requiredField(field: FieldInput): FieldInput {
  const copy = requiredCopies.get(field) ?? { ...field, required: true };
  requiredCopies.set(field, copy);
  return copy;
}

/**
 * The field with `required` as the other values demand: `requiredWith` makes it required while that field has a value (SET-37).
 */
export function withCurrentRequired(field: FieldInput, values: Readonly<Record<string, unknown>>): FieldInput {
  if (field.required === true || !field.requiredWith || isEmpty(values[field.requiredWith])) return field;
  return requiredField(field);
}

/** The wire form of a form value, unchecked. */
export function wireValue(field: FieldInput, value: unknown): unknown {
  const kind = getKind(field);
  return kind.write ? kind.write(value, field as never) : value;
}

/**
 * Validates a form value with the server's own rule and a check for states that only a form can have.
 * @returns text key or sentence of the error, or null
 */
export function validateField(field: FieldInput, value: unknown): string | null {
  const unfinishedMessage = getKind(field).findFormMistake?.(value);
  if (unfinishedMessage) return unfinishedMessage;
  const [issue] = fieldIssues(field, value);
  return issue ? issue.message || missingMessage(field) : null;
}

/** All issues of a form value, with paths inside it. */
export function fieldIssues(field: FieldInput, value: unknown): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  return getRule(field).safeParse(wireValue(field, value)).error?.issues ?? [];
}

/**
 * The wire value normalised by the rule: trimmed, padded etc. An invalid value is returned unchanged; an empty list is kept,
 * because a server that expects a list refuses null.
 */
export function normalizedValue(field: FieldInput, value: unknown): unknown {
  const wire = wireValue(field, value);
  const result = getRule(field).safeParse(wire);
  if (!result.success) return wire;
  return result.data === null && Array.isArray(wire) ? wire : result.data;
}
