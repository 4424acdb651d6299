import type { RaRecord } from 'react-admin';
import { checkedValue } from '#console/fields/field-rule.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type FormUse, kindOf, wireName, wireOf, writtenFields } from '#resources/language/payload.ts';

/** What a form holds, by field. */
export type FormValues = Record<string, unknown>;

/** The fields a form sends in their order. */
export function formFields(resource: Resource, use: FormUse = 'create'): { name: string; field: FieldInput }[] {
  return writtenFields(resource, use).flatMap((name) => {
    const field = resource.fields[name];
    return field ? [{ name, field }] : [];
  });
}

/** What an untouched create form holds. */
export function initialValues(resource: Resource): FormValues {
  return Object.fromEntries(
    formFields(resource).map(({ name, field }) => [name, kindOf(field).initial(field as never)]),
  );
}

/** What an edit form holds of a record as the server gave it; what the record lacks is as in an untouched form. */
export function valuesOf(resource: Resource, record: RaRecord): FormValues {
  return Object.fromEntries(
    formFields(resource, 'edit').map(({ name, field }) => {
      const kind = kindOf(field);
      const wire = wireOf(name, field, record);
      if (wire === undefined || wire === null) return [name, kind.initial(field as never)];
      return [name, kind.read ? kind.read(wire, field as never) : wire];
    }),
  );
}

/** What a form sends: the values of its fields by wire name, in the normal form of their rules. */
export function payloadOf(resource: Resource, values: FormValues, use: FormUse = 'create'): Record<string, unknown> {
  return Object.fromEntries(
    formFields(resource, use).map(({ name, field }) => [wireName(name, field), checkedValue(field, values[name])]),
  );
}
