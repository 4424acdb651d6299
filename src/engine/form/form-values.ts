import type { RaRecord } from 'react-admin';
import { featuresNow } from '#console/data/session/features.ts';
import { checkedValue } from '#console/fields/field-rule.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isAsked } from '#resources/language/features.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { stateFields } from '#resources/language/moves.ts';
import { type FormUse, kindOf, writtenFields } from '#resources/language/payload.ts';
import { asSent, payloadParts, wireAt, wireOf } from '#resources/language/wire-keys.ts';
import { awaited, isDue } from './open-sections.ts';

/** Values of a form, by field. */
export type FormValues = Record<string, unknown>;

/** The fields a form sends in their order. */
export function formFields(resource: Resource, use: FormUse = 'create'): { name: string; field: FieldInput }[] {
  return writtenFields(resource, use, featuresNow()).flatMap((name) => {
    const field = resource.fields[name];
    return field && isAsked(featuresNow(), field) ? [{ name, field }] : [];
  });
}

/** Values of an untouched create form. */
export function initialValues(resource: Resource): FormValues {
  return Object.fromEntries([
    ...stateFields(resource).map(({ name, process }) => [name, process.first]),
    ...formFields(resource).map(({ name, field }) => [name, kindOf(field).initial(field as never)]),
  ]);
}

/** Values that another page offers for a new record: router state `{ prefill: {…} }`, by field; nothing else is taken. */
export function prefilled(resource: Resource, state: unknown): FormValues {
  const prefill = typeof state === 'object' && state !== null && 'prefill' in state ? state.prefill : null;
  if (typeof prefill !== 'object' || prefill === null) return {};
  const fields = new Set(formFields(resource).map(({ name }) => name));
  return Object.fromEntries(Object.entries(prefill).filter(([name]) => fields.has(name)));
}

/** Values of an edit form by the record of the server; missing ones are as in an untouched form. */
export function formValues(resource: Resource, record: RaRecord): FormValues {
  return Object.fromEntries([
    // Sections of the form may wait for a state.
    ...stateFields(resource).map(({ name, wire }) => [name, record[wire]]),
    ...formFields(resource, 'edit').map(({ name, field }) => [name, heldBy(name, field, record)]),
  ]);
}

/** The value of one field of a record in a form. */
export function heldBy(name: string, field: FieldInput, record: RaRecord): unknown {
  const kind = kindOf(field);
  const wire = wireOf(name, field, record);
  if (wire === undefined || wire === null) return kind.initial(field as never);
  return kind.read ? kind.read(wire, field as never) : wire;
}

/** Fields that wait, themselves or by their section, for a choice not made yet: they send what an untouched form holds. */
function waitingFields(resource: Resource, values: FormValues): ReadonlySet<string> {
  const closedNames = formSections(resource).flatMap((section) => (isDue(section, values) ? [] : section.fields));
  const waiting = Object.entries(resource.fields).flatMap(([name, field]) =>
    awaited(field).some((path) => isEmpty(wireAt(values, path))) ? [name] : [],
  );
  return new Set([...closedNames, ...waiting]);
}

/**
 * Suffix of the text keys for saving these values, or for a server's answer, where the usual button and sentence would be
 * wrong; empty otherwise.
 */
export function savingCase({ fields }: Resource, values: FormValues): string {
  for (const [name, field] of Object.entries(fields)) {
    const saving = kindOf(field).saving?.(values[name]);
    if (saving) return saving;
  }
  return '';
}

/** The payload of a form: the values of its fields by wire name, in the normal form of their rules. */
export function formPayload(resource: Resource, values: FormValues, use: FormUse = 'create'): Record<string, unknown> {
  const waiting = waitingFields(resource, values);
  const parts = formFields(resource, use).map(({ name, field }) => {
    const value = waiting.has(name) ? kindOf(field).initial(field as never) : values[name];
    return asSent(name, field, checkedValue(field, value), !resource.generic);
  });
  return payloadParts(parts);
}
