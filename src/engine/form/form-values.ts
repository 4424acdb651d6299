import type { RaRecord } from 'react-admin';
import { currentFeatures } from '#console/data/session/features.ts';
import { normalizedValue } from '#console/fields/field-rule.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isFieldOffered } from '#resources/language/features.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { stateFields } from '#resources/language/moves.ts';
import { type FormMode, getKind, sentFields } from '#resources/language/payload.ts';
import { getAtPath, mergePayloadParts, readWireValue, toPayloadPart } from '#resources/language/wire-keys.ts';
import { dependencies, isConditionMet } from './open-sections.ts';

/** Values of a form, by field. */
export type FormValues = Record<string, unknown>;

/** The fields that a form sends, in order. */
export function formFields(resource: Resource, use: FormMode = 'create'): { name: string; field: FieldInput }[] {
  return sentFields(resource, use, currentFeatures()).flatMap((name) => {
    const field = resource.fields[name];
    return field && isFieldOffered(currentFeatures(), field) ? [{ name, field }] : [];
  });
}

/** Values of an untouched create form. */
export function initialValues(resource: Resource): FormValues {
  return Object.fromEntries([
    ...stateFields(resource).map(({ name, process }) => [name, process.initialState]),
    ...formFields(resource).map(({ name, field }) => [name, getKind(field).initial(field as never)]),
  ]);
}

/** Initial values from another page: router state `{ prefill: {…} }`, by field; unknown fields are ignored. */
export function prefilledValues(resource: Resource, state: unknown): FormValues {
  const prefill = typeof state === 'object' && state !== null && 'prefill' in state ? state.prefill : null;
  if (typeof prefill !== 'object' || prefill === null) return {};
  const fields = new Set(formFields(resource).map(({ name }) => name));
  return Object.fromEntries(Object.entries(prefill).filter(([name]) => fields.has(name)));
}

/** Values of an edit form from the server's record; missing ones get their initial value. */
export function formValues(resource: Resource, record: RaRecord): FormValues {
  return Object.fromEntries([
    // The conditions of form sections may refer to state fields.
    ...stateFields(resource).map(({ name, wire }) => [name, record[wire]]),
    ...formFields(resource, 'edit').map(({ name, field }) => [name, storedFieldValue(name, field, record)]),
  ]);
}

/** The form value of one field of a record. */
export function storedFieldValue(name: string, field: FieldInput, record: RaRecord): unknown {
  const kind = getKind(field);
  const wire = readWireValue(name, field, record);
  if (wire === undefined || wire === null) return kind.initial(field as never);
  return kind.read ? kind.read(wire, field as never) : wire;
}

/** Fields that depend, directly or through their section, on a choice not made yet; they send their initial value. */
function waitingFields(resource: Resource, values: FormValues): ReadonlySet<string> {
  const closedNames = formSections(resource).flatMap((section) =>
    isConditionMet(section, values) ? [] : section.fields,
  );
  const waitingNames = Object.entries(resource.fields).flatMap(([name, field]) =>
    dependencies(field).some((path) => isEmpty(getAtPath(values, path))) ? [name] : [],
  );
  return new Set([...closedNames, ...waitingNames]);
}

/**
 * Suffix of the text keys for saving these values, or for a server's response, where the usual button label and message would be
 * wrong; otherwise empty.
 */
export function savingCase({ fields }: Resource, values: FormValues): string {
  for (const [name, field] of Object.entries(fields)) {
    const suffix = getKind(field).getSaveSuffix?.(values[name]);
    if (suffix) return suffix;
  }
  return '';
}

/** The payload of a form: its field values by wire name, normalised by their kinds. */
export function formPayload(resource: Resource, values: FormValues, use: FormMode = 'create'): Record<string, unknown> {
  const waitingNames = waitingFields(resource, values);
  const parts = formFields(resource, use).map(({ name, field }) => {
    const value = waitingNames.has(name) ? getKind(field).initial(field as never) : values[name];
    return toPayloadPart(name, field, normalizedValue(field, value), !resource.generic);
  });
  return mergePayloadParts(parts);
}
