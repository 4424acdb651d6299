import { useInput, useTranslate } from 'react-admin';
import { errorKey, type Field } from '#console/fields/use-field.ts';
import { describedBy } from '#console/ui/field-frame.tsx';

const same = (value: unknown) => value;

/**
 * A field of the create form that no kind of field is.
 * @param problem text key of what is wrong with a value, null when nothing is
 */
export function useFormField<Value>(
  source: string,
  label: string,
  problem: (value: Value) => string | null,
  required = false,
): Field<Value> {
  const translate = useTranslate();
  const input = useInput({
    source,
    format: same,
    parse: same,
    validate: (value: unknown) => problem(value as Value) ?? undefined,
  });
  const message = input.fieldState.error?.message;
  const error = message ? translate(errorKey(message), { _: errorKey(message) }) : null;
  return {
    id: input.id,
    value: input.field.value as Value,
    set: input.field.onChange,
    leave: input.field.onBlur,
    error,
    frame: { id: input.id, label, error, required },
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-required': required || undefined,
      'aria-describedby': describedBy(input.id, { error }),
    },
    disabled: input.field.disabled ?? false,
  };
}
