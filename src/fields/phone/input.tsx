import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { usePhoneBox } from '#console/ui/inputs/use-phone-box.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import classes from './input.module.css';

/** A number as the server keeps it; ten digits of one that is still being typed are not put under the mask yet. */
const WIRE = /^\+7\d{10}$/;

/** A Russian telephone number under its mask; a country code without a number is no value. */
export default function PhoneInput(props: InputProps<'phone'>) {
  const field = useField<string | null>(props);
  const [code, setCode] = useState('');
  const [isFocused, setFocused] = useState(false);
  const value = field.value ?? '';
  const displayText = WIRE.test(value) ? formatPhone(value) : value || code;
  const box = usePhoneBox(
    displayText,
    (text) => {
      const isCode = text === '+' || text === '+7';
      setCode(isCode ? text : '');
      field.set(isCode ? '' : text);
    },
    () => {
      setFocused(false);
      setCode('');
      field.leave();
    },
  );
  const { ref, ...input } = box.input;
  return (
    <FieldFrame {...field.frame}>
      <OutlinedInput
        id={field.id}
        inputRef={ref}
        fullWidth
        {...input}
        onFocus={() => setFocused(true)}
        error={field.error !== null}
        disabled={field.disabled}
        endAdornment={
          isFocused ? (
            <span className={classes.mask} aria-hidden>
              <span>{displayText}</span>
              {box.rest}
            </span>
          ) : null
        }
        inputProps={{ ...field.aria, autoComplete: 'off', inputMode: 'tel' }}
      />
    </FieldFrame>
  );
}
