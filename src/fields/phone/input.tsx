import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { usePhoneInput } from '#console/ui/inputs/use-phone-box.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import classes from './input.module.css';

/** Wire format of a number; ten digits that are still being typed are not formatted yet. */
const WIRE_PHONE = /^\+7\d{10}$/;

/** Input of a Russian phone number with a mask; a country code alone is no value. */
export default function PhoneInput(props: InputProps<'phone'>) {
  const field = useField<string | null>(props);
  const [code, setCode] = useState('');
  const [isFocused, setIsFocused] = useState(false);
  const value = field.value ?? '';
  const displayText = WIRE_PHONE.test(value) ? formatPhone(value) : value || code;
  const phoneBox = usePhoneInput(
    displayText,
    (text) => {
      const isCode = text === '+' || text === '+7';
      setCode(isCode ? text : '');
      field.onChange(isCode ? '' : text);
    },
    () => {
      setIsFocused(false);
      setCode('');
      field.onBlur();
    },
  );
  const { ref, ...input } = phoneBox.input;
  return (
    <FieldFrame {...field.frame}>
      <OutlinedInput
        id={field.id}
        inputRef={ref}
        fullWidth
        {...input}
        onFocus={() => setIsFocused(true)}
        error={field.error !== null}
        disabled={field.disabled}
        endAdornment={
          isFocused ? (
            <span className={classes.mask} aria-hidden>
              <span>{displayText}</span>
              {phoneBox.rest}
            </span>
          ) : null
        }
        inputProps={{ ...field.aria, autoComplete: 'off', inputMode: 'tel' }}
      />
    </FieldFrame>
  );
}
