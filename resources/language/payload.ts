import * as z from 'zod';
import type { FieldInput, Resource } from './define-resource.ts';
import { type Features, isOn } from './features.ts';
import { formSections } from './form-sections.ts';
import { isEmpty } from './kinds/ids.ts';
import type { Kind } from './kinds/kind.ts';
import { KINDS } from './kinds/registry.ts';
import { partKeys, wireName } from './wire-keys.ts';

/** The kind of a field, with its options typed loosely, for code that treats all kinds alike. */
export function kindOf(field: FieldInput): Kind {
  return KINDS[field.kind] as unknown as Kind;
}

/** The message for a required value that is missing. */
export function missingMessage(field: FieldInput): string {
  return field.message ?? 'validation.required';
}

/** The rule of a field's wire value; an optional field also takes null and nothing. */
export function fieldRule(field: FieldInput): z.ZodType {
  const kind = kindOf(field);
  const rule = kind.rule(field as never, missingMessage(field));
  if (field.required) return kind.given ? rule.refine(kind.given, missingMessage(field)) : rule;
  return z.preprocess((value) => (isEmpty(value) ? null : value), rule.nullable()).optional();
}

/** Which form it is: `once` fields are sent by the first only. */
export type FormUse = 'create' | 'edit';

/** Names of the fields a form sends: those its sections list, but what is only shown and what is not on. */
export function writtenFields(resource: Resource, use: FormUse = 'create', features: Features | null = null): string[] {
  const shown = (name: string) => {
    const field = resource.fields[name];
    return field && (field.local || kindOf(field).shownOnly);
  };
  const listed = formSections(resource)
    .filter(({ later, feature }) => (use === 'edit' || later === undefined) && isOn(features, feature))
    .flatMap((section) => section.fields)
    .filter((name) => !shown(name));
  return use === 'create' ? listed : listed.filter((name) => !resource.fields[name]?.once);
}

/**
 * The rule of a whole payload, by wire names. Keys it does not know are dropped; a field that stands in several keys has
 * no place in it, and no generic section has such a field.
 */
export function payloadRule(resource: Resource, use: FormUse = 'create'): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of writtenFields(resource, use)) {
    const field = resource.fields[name];
    if (field && !partKeys(field)) shape[wireName(name, field)] = fieldRule(field);
  }
  return z.object(shape);
}

/** First message per key of a failed parse: `{phone_number: ['validation.phone']}`; keys are dotted paths. */
export function fieldMessages(error: z.ZodError): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const key = String(issue.path[0] ?? 'detail');
    messages[key] ??= [issue.message];
  }
  return messages;
}
