import { useTranslate } from 'react-admin';
import { parseKopecks } from '#resources/language/kinds/money-text.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import classes from '../number/cell.module.css';
import { ParsedFilter } from '../parts/parsed-filter.tsx';

const CURRENCY_FORMAT = new Intl.NumberFormat('ru', { style: 'currency', currency: 'RUB' });
const AMOUNT_FORMAT = new Intl.NumberFormat('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats kopecks: 123450 → «1 234,50 ₽». */
const formatAmount = (kopecks: number): string => CURRENCY_FORMAT.format(kopecks / 100);

/** Formats kopecks given as a decimal string, without loss for large amounts. */
export function formatExactAmount(kopecks: string): string {
  const [, sign = '', digits = ''] = /^(-?)(\d+)/.exec(kopecks) ?? [];
  const padded = digits.padStart(3, '0');
  return CURRENCY_FORMAT.format(`${sign}${padded.slice(0, -2)}.${padded.slice(-2)}` as `${number}`);
}

/** Formats kopecks without currency sign for an input, «1 234,50»; invalid text is returned as typed. */
export function formatPlainAmount(value: unknown): string {
  return typeof value === 'number' ? AMOUNT_FORMAT.format(value / 100) : String(value ?? '');
}

/** An amount with kopecks and currency sign. */
export default function MoneyCell({ value }: CellProps<'money'>) {
  const translate = useTranslate();
  if (typeof value !== 'number') return translate('engine.list.nothing');
  return <span className={classes.number}>{formatAmount(value)}</span>;
}

/** Filter by an amount; invalid text does not filter. */
export function MoneyFilter({ label, value, onChange }: FilterProps) {
  return (
    <ParsedFilter<number>
      label={`${label}, ₽`}
      inputMode="decimal"
      value={value}
      valueText={formatPlainAmount(value)}
      parse={(text) => {
        const kopecks = parseKopecks(text);
        if (kopecks === null) return {};
        return typeof kopecks === 'number' ? { value: kopecks } : { isWrong: true };
      }}
      problem="validation.money"
      onChange={onChange}
    />
  );
}
