import { useTranslate } from 'react-admin';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { formatDecimal, parseNumber } from '#resources/language/kinds/number-text.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';
import classes from './cell.module.css';
import { fitsMask } from './mask.ts';

const NUMBER_FORMAT = new Intl.NumberFormat('ru', { maximumFractionDigits: 6 });

/** Formats a decimal string with its unit, «54,5 м²». */
export function formatMeasured(value: string, unit?: string): string {
  const text = NUMBER_FORMAT.format(value as `${number}`);
  return unit ? `${text}\u00a0${unit}` : text;
}

/** A number with its unit; a masked number keeps its leading zeros. */
export default function NumberCell({ value, field }: CellProps<'number'>) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  const text = field.digits ? String(value).padStart(field.digits, '0') : NUMBER_FORMAT.format(Number(value));
  return <span className={classes.number}>{field.unit ? `${text}\u00a0${field.unit}` : text}</span>;
}

/** Filter by a number; invalid text does not filter. */
export function NumberFilter({ label, field: { digits }, value, onChange }: FilterProps<'number'>) {
  return (
    <ParsedFilter<number>
      label={label}
      inputMode="decimal"
      value={value}
      valueText={formatDecimal(value)}
      parse={(text) => {
        const number = parseNumber(text);
        if (number === null) return {};
        const isMaskMet = digits === undefined || fitsMask(text, digits);
        return typeof number === 'number' && isMaskMet ? { value: number } : { isWrong: true };
      }}
      problem={digits === undefined ? 'validation.number' : encodeMessage('kinds.maskDigits', { most: String(digits) })}
      onChange={onChange}
    />
  );
}

/** A number or code without line breaks: «АКТ-2026-0042»; a dash if there is none. */
export function NoWrapCell({ value }: CellProps) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  return <span className={classes.number}>{String(value)}</span>;
}
