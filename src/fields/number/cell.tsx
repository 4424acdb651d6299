import { useTranslate } from 'react-admin';
import { naming } from '#resources/language/kinds/bounds.ts';
import { numberText, parseNumber } from '#resources/language/kinds/number-text.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';
import classes from './cell.module.css';
import { fitsMask } from './mask.ts';

const FORMAT = new Intl.NumberFormat('ru', { maximumFractionDigits: 6 });

/** «54,5 м²» of a decimal number that is written out. */
export function measured(value: string, unit?: string): string {
  const text = FORMAT.format(value as `${number}`);
  return unit ? `${text}\u00a0${unit}` : text;
}

/** A number with its unit; one of a mask keeps its leading zeros. */
export default function NumberCell({ value, field }: CellProps<'number'>) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  const text = field.digits ? String(value).padStart(field.digits, '0') : FORMAT.format(Number(value));
  return <span className={classes.number}>{field.unit ? `${text}\u00a0${field.unit}` : text}</span>;
}

/** Filters by a number; what is none filters by nothing. */
export function NumberFilter({ label, field: { digits }, value, onChange }: FilterProps<'number'>) {
  return (
    <ParsedFilter<number>
      label={label}
      inputMode="decimal"
      value={value}
      valueText={numberText(value)}
      parse={(text) => {
        const number = parseNumber(text);
        if (number === null) return {};
        const fits = digits === undefined || fitsMask(text, digits);
        return typeof number === 'number' && fits ? { value: number } : { isWrong: true };
      }}
      problem={digits === undefined ? 'validation.number' : naming('kinds.maskDigits', { most: String(digits) })}
      onChange={onChange}
    />
  );
}

/** A number or a code as it is, on one line: «АКТ-2026-0042»; a dash where there is none. */
export function OnePieceCell({ value }: CellProps) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  return <span className={classes.number}>{String(value)}</span>;
}
