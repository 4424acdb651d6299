import { kopecksOf } from '#resources/language/kinds/money-text.ts';
import type { FilterProps } from '../field-props.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';
import { amountText } from './amount.ts';

/** Filters by an amount; what is none filters by nothing. */
export default function MoneyFilter({ label, value, onChange }: FilterProps) {
  return (
    <ParsedFilter<number>
      label={`${label}, ₽`}
      inputMode="decimal"
      value={value}
      shown={amountText(value)}
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
