import { useState } from 'react';
import { parseKopecks } from '#resources/language/kinds/money-text.ts';
import type { InputProps } from '../field-props.ts';
import classes from '../number/input.module.css';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';
import { formatPlainAmount } from './cell.tsx';

/** Input of an amount in roubles; formatted on blur, invalid text stays as typed. */
export default function MoneyInput(props: InputProps<'money'>) {
  const field = useField<number | string | null>(props);
  const [draft, setDraft] = useState<string | null>(null);
  const onType = (text: string) => {
    setDraft(text);
    field.onChange(parseKopecks(text));
  };
  const onBlur = () => {
    setDraft(null);
    field.onBlur();
  };
  return (
    <TextBox
      field={{ ...field, onBlur }}
      text={draft ?? formatPlainAmount(field.value)}
      onText={onType}
      mode="decimal"
      unit={<span className={classes.unit}>₽</span>}
      placeholder="0,00"
    />
  );
}
