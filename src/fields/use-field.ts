import { useInput, useTranslate } from 'react-admin';
import { describedBy } from '#console/ui/inputs/field-frame.tsx';
import { getKind } from '#resources/language/payload.ts';
import type { InputProps } from './field-props.ts';
import { validateField, withCurrentRequired } from './field-rule.ts';

/** Props of a field's control other than the value. */
export interface FieldControl {
  id: string;
  /** Call on blur: from then on the error may be shown. */
  onBlur: () => void;
  /** Translated error to show; null while the value is valid or the field untouched. */
  error: string | null;
  /** Props for `FieldFrame`. */
  frame: { id: string; label: string; error: string | null; required: boolean; help?: string };
  /** ARIA attributes for the control. */
  aria: {
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
    'aria-describedby': string | undefined;
  };
  disabled: boolean;
}

/** A field of the surrounding form. */
export interface Field<Value> extends FieldControl {
  value: Value;
  onChange: (value: Value) => void;
}

const identity = (value: unknown) => value;
const RA_ERROR_PREFIX = '@@react-admin@@';

/** The text key or sentence of a form error; react-admin wraps those of validators in JSON. */
export function errorKey(message: string): string {
  return message.startsWith(RA_ERROR_PREFIX) ? String(JSON.parse(message.slice(RA_ERROR_PREFIX.length))) : message;
}

/** Connects an input to the form: value, validation by its kind, translated error. */
export function useField<Value>({
  source,
  field,
  label,
}: Pick<InputProps, 'source' | 'field' | 'label'>): Field<Value> {
  const translate = useTranslate();
  const input = useInput({
    source,
    defaultValue: getKind(field).initial(field as never),
    format: identity,
    parse: identity,
    validate: (value: unknown, all: Readonly<Record<string, unknown>>) =>
      validateField(withCurrentRequired(field, all), value) ?? undefined,
  });
  const message = input.fieldState.error?.message;
  const error = message ? translate(errorKey(message), { _: errorKey(message) }) : null;
  const help = field.help ? translate(field.help, { _: field.help }) : undefined;
  const required = field.required === true;
  return {
    id: input.id,
    value: input.field.value as Value,
    onChange: input.field.onChange,
    onBlur: input.field.onBlur,
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
