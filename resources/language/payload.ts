import * as z from 'zod';
import type { FieldInput, Resource } from './define-resource.ts';
import { formSections } from './form-sections.ts';
import { isEmpty } from './kinds/ids.ts';
import type { Kind } from './kinds/kind.ts';
import { KINDS } from './kinds/registry.ts';

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

/** Name of a field on the wire. */
export function wireName(name: string, field: FieldInput): string {
  return field.wire ?? name;
}

/** Which form it is: `once` fields are sent by the first only. */
export type FormUse = 'create' | 'edit';

/** Names of the fields a form sends: those its sections list. */
export function writtenFields(resource: Resource, use: FormUse = 'create'): string[] {
  const listed = formSections(resource).flatMap((section) => section.fields);
  return use === 'create' ? listed : listed.filter((name) => !resource.fields[name]?.once);
}

/** What a record carries for a field: what stands under its wire name, or its files where they stand in several lists. */
export function wireOf(name: string, field: FieldInput, record: Readonly<Record<string, unknown>>): unknown {
  const own = record[wireName(name, field)];
  if (own !== undefined || field.kind !== 'files' || !field.lists) return own;
  return field.lists.flatMap((list) => record[list] ?? []);
}

/** The rule of a whole payload, by wire names. Keys it does not know are dropped. */
export function payloadRule(resource: Resource, use: FormUse = 'create'): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of writtenFields(resource, use)) {
    const field = resource.fields[name];
    if (field) shape[wireName(name, field)] = fieldRule(field);
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
