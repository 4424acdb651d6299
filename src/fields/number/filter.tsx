import { naming } from '#resources/language/kinds/bounds.ts';
import { numberText, parseNumber } from '#resources/language/kinds/number-text.ts';
import type { FilterProps } from '../field-props.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';
import { fitsMask } from './mask.ts';

/** Filters by a number; what is none filters by nothing. */
export default function NumberFilter({ label, field: { digits }, value, onChange }: FilterProps<'number'>) {
  return (
    <ParsedFilter<number>
      label={label}
      inputMode="decimal"
      value={value}
      shown={numberText(value)}
      parse={(typed) => {
        const number = parseNumber(typed);
        if (number === null) return {};
        const fits = digits === undefined || fitsMask(typed, digits);
        return typeof number === 'number' && fits ? { value: number } : { isWrong: true };
      }}
      problem={digits === undefined ? 'validation.number' : naming('kinds.maskDigits', { most: String(digits) })}
      onChange={onChange}
    />
  );
}
