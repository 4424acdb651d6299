import { useState } from 'react';
import { kopecksOf } from '#resources/language/kinds/money-text.ts';
import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { amountText, masked } from './amount.ts';

/** Filters by an amount; what is none filters by nothing. */
export default function MoneyFilter({ label, value, onChange }: FilterProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FilterBox
      label={`${label}, ₽`}
      inputMode="decimal"
      value={draft ?? amountText(value)}
      onBlur={() => setDraft(null)}
      onText={(typed) => {
        const text = masked(typed);
        setDraft(text);
        const kopecks = kopecksOf(text);
        onChange(typeof kopecks === 'number' ? kopecks : undefined);
      }}
    />
  );
}
