import { useState } from 'react';
import { kopecksOf } from '#resources/language/kinds/money-text.ts';
import type { InputProps } from '../field-props.ts';
import classes from '../number/input.module.css';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';
import { amountText } from './cell.tsx';

/** An amount in roubles; one that is left gets its thousands and kopecks, what is none stays as it was typed. */
export default function MoneyInput(props: InputProps<'money'>) {
  const field = useField<number | string | null>(props);
  const [draft, setDraft] = useState<string | null>(null);
  const type = (typed: string) => {
    setDraft(typed);
    field.set(kopecksOf(typed));
  };
  const leave = () => {
    setDraft(null);
    field.leave();
  };
  return (
    <TextBox
      field={{ ...field, leave }}
      text={draft ?? amountText(field.value)}
      onText={type}
      mode="decimal"
      unit={<span className={classes.unit}>₽</span>}
      placeholder="0,00"
    />
  );
}
