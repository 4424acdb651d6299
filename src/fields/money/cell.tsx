import { useTranslate } from 'react-admin';
import { kopecksOf } from '#resources/language/kinds/money-text.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import classes from '../number/cell.module.css';
import { ParsedFilter } from '../parts/parsed-filter.tsx';

const FORMAT = new Intl.NumberFormat('ru', { style: 'currency', currency: 'RUB' });
const PLAIN = new Intl.NumberFormat('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** «1 234,50 ₽» of 123450 kopecks. */
const amount = (kopecks: number): string => FORMAT.format(kopecks / 100);

/** The same of kopecks that are written out, however many. */
export function exactAmount(kopecks: string): string {
  const [, sign = '', digits = ''] = /^(-?)(\d+)/.exec(kopecks) ?? [];
  const padded = digits.padStart(3, '0');
  return FORMAT.format(`${sign}${padded.slice(0, -2)}.${padded.slice(-2)}` as `${number}`);
}

/** «1 234,50»: the same for a box that has the sign behind it; a text that is no amount stays as it was typed. */
export function amountText(value: unknown): string {
  return typeof value === 'number' ? PLAIN.format(value / 100) : String(value ?? '');
}

/** An amount with kopecks and its sign. */
export default function MoneyCell({ value }: CellProps<'money'>) {
  const translate = useTranslate();
  if (typeof value !== 'number') return translate('engine.list.nothing');
  return <span className={classes.number}>{amount(value)}</span>;
}

/** Filters by an amount; what is none filters by nothing. */
export function MoneyFilter({ label, value, onChange }: FilterProps) {
  return (
    <ParsedFilter<number>
      label={`${label}, ₽`}
      inputMode="decimal"
      value={value}
      valueText={amountText(value)}
      parse={(typed) => {
        const kopecks = kopecksOf(typed);
        if (kopecks === null) return {};
        return typeof kopecks === 'number' ? { value: kopecks } : { isWrong: true };
      }}
      problem="validation.money"
      onChange={onChange}
    />
  );
}
