import { useFormState } from 'react-hook-form';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { FieldInputPart } from '../field-part.tsx';

/** A field of a form, marked while something is wrong with it. */
export function FormField({ resource, name, field }: { resource: Resource; name: string; field: FieldInput }) {
  const { errors } = useFormState({ name, exact: true });
  return (
    <div data-field={name} data-invalid={errors[name] ? 'true' : undefined}>
      <FieldInputPart resource={resource} name={name} field={field} />
    </div>
  );
}
