import { useInput, useTranslate } from 'react-admin';
import { describedBy } from '#console/ui/inputs/field-frame.tsx';
import { kindOf } from '#resources/language/payload.ts';
import type { InputProps } from './field-props.ts';
import { fieldMistake, neededNow } from './field-rule.ts';

/** Properties of a field for its control besides the value. */
export interface FieldShell {
  id: string;
  /** Says that the person has left the field; its message may show from now on. */
  leave: () => void;
  /** The sentence to show, translated; null when the value is right or was not tried yet. */
  error: string | null;
  /** For `FieldFrame`. */
  frame: { id: string; label: string; error: string | null; required: boolean; help?: string };
  /** For the control itself. */
  aria: {
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
    'aria-describedby': string | undefined;
  };
  disabled: boolean;
}

/** A field of the form the caller stands in. */
export interface Field<Value> extends FieldShell {
  value: Value;
  set: (value: Value) => void;
}

const identity = (value: unknown) => value;
const RA_MARK = '@@react-admin@@';

/** The text key or sentence of a form error; react-admin wraps those of validators into JSON. */
export function errorKey(message: string): string {
  return message.startsWith(RA_MARK) ? String(JSON.parse(message.slice(RA_MARK.length))) : message;
}

/** Ties an input to the form: value, rule of the kind, message in Russian. */
export function useField<Value>({
  source,
  field,
  label,
}: Pick<InputProps, 'source' | 'field' | 'label'>): Field<Value> {
  const translate = useTranslate();
  const input = useInput({
    source,
    defaultValue: kindOf(field).initial(field as never),
    format: identity,
    parse: identity,
    validate: (value: unknown, all: Readonly<Record<string, unknown>>) =>
      fieldMistake(neededNow(field, all), value) ?? undefined,
  });
  const message = input.fieldState.error?.message;
  const error = message ? translate(errorKey(message), { _: errorKey(message) }) : null;
  const help = field.help ? translate(field.help, { _: field.help }) : undefined;
  const required = field.required === true;
  return {
    id: input.id,
    value: input.field.value as Value,
    set: input.field.onChange,
    leave: input.field.onBlur,
    error,
    frame: { id: input.id, label, error, required, ...(help ? { help } : {}) },
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-required': required || undefined,
      'aria-describedby': describedBy(input.id, { error, help }),
    },
    disabled: input.field.disabled ?? false,
  };
}
