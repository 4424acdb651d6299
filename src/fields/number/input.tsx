import { useState } from 'react';
import { formatDecimal, parseNumber } from '#resources/language/kinds/number-text.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { padDigits, parseDigits } from './mask.ts';

/**
 * Input of a number. With `digits` it is a mask: only digits are accepted and padded with zeros on blur; an empty box stays empty
 * (READ-22, READ-23). Without, a decimal comma is accepted. Invalid text stays as typed and is refused by validation.
 */
export default function NumberInput(props: InputProps<'number'>) {
  const field = useField<number | string | null>(props);
  const { digits, decimals = 0, unit } = props.field;
  const [draft, setDraft] = useState<string | null>(null);
  const { value } = field;
  const isInvalid = typeof value === 'string' && (digits !== undefined || typeof parseNumber(value) === 'string');
  const text = draft ?? (isInvalid ? value : formatDecimal(value));

  const onType = (input: string) => {
    setDraft(input);
    field.onChange(digits ? parseDigits(input, digits) : parseNumber(input));
  };
  const onBlur = () => {
    if (digits) field.onChange(padDigits(text, digits));
    setDraft(null);
    field.onBlur();
  };
  return (
    <TextBox
      field={{ ...field, onBlur }}
      text={text}
      onText={onType}
      mode={decimals > 0 ? 'decimal' : 'numeric'}
      unit={unit ? <span className={classes.unit}>{unit}</span> : undefined}
      placeholder={digits ? '0'.repeat(digits) : undefined}
    />
  );
}
