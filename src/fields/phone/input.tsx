import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { restOfMask } from '#console/ui/inputs/phone-mask.ts';
import { usePhoneMask } from '#console/ui/inputs/use-phone-mask.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import classes from './input.module.css';

/** A Russian telephone number under its mask; a country code without a number is no value. */
export default function PhoneInput(props: InputProps<'phone'>) {
  const field = useField<string | null>(props);
  const [code, setCode] = useState('');
  const [isFocused, setFocused] = useState(false);
  const shown = field.value ? formatPhone(field.value) : code;
  const mask = usePhoneMask(shown, (text) => {
    const isCode = text === '+' || text === '+7';
    setCode(isCode ? text : '');
    field.set(isCode ? '' : text);
  });
  return (
    <FieldFrame {...field.frame}>
      <OutlinedInput
        id={field.id}
        inputRef={mask.ref}
        fullWidth
        value={shown}
        onChange={mask.onChange}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setCode('');
          field.leave();
        }}
        error={field.error !== null}
        disabled={field.disabled}
        endAdornment={
          isFocused ? (
            <span className={classes.mask} aria-hidden>
              <span>{shown}</span>
              {restOfMask(shown)}
            </span>
          ) : null
        }
        inputProps={{ ...field.aria, autoComplete: 'off', inputMode: 'tel' }}
      />
    </FieldFrame>
  );
}
