import { useState } from 'react';
import { numberText, parseNumber } from '#resources/language/kinds/number-text.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { padded, parseDigits } from './mask.ts';

/**
 * A number. With `digits` it is a mask of that many: only digits are taken, zeros are put in front when
 * one leaves it, an emptied one stays empty (READ-22, READ-23). Without, a decimal comma may be typed. What is
 * no such number stays as it was typed, and the rule says so.
 */
export default function NumberInput(props: InputProps<'number'>) {
  const field = useField<number | string | null>(props);
  const { digits, decimals = 0, unit } = props.field;
  const [draft, setDraft] = useState<string | null>(null);
  const { value } = field;
  const isRefused = typeof value === 'string' && (digits !== undefined || typeof parseNumber(value) === 'string');
  const text = draft ?? (isRefused ? value : numberText(value));

  const type = (typed: string) => {
    setDraft(typed);
    field.set(digits ? parseDigits(typed, digits) : parseNumber(typed));
  };
  const leave = () => {
    if (digits) field.set(padded(text, digits));
    setDraft(null);
    field.leave();
  };
  return (
    <TextBox
      field={{ ...field, leave }}
      text={text}
      onText={type}
      mode={decimals > 0 ? 'decimal' : 'numeric'}
      unit={unit ? <span className={classes.unit}>{unit}</span> : undefined}
      placeholder={digits ? '0'.repeat(digits) : undefined}
    />
  );
}
