import { useState } from 'react';
import { numberText, parseNumber } from '#resources/language/kinds/number-text.ts';
import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** Filters by a number; what is none filters by nothing. */
export default function NumberFilter({ label, value, onChange }: FilterProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FilterBox
      label={label}
      inputMode="decimal"
      value={draft ?? numberText(value)}
      onBlur={() => setDraft(null)}
      onText={(typed) => {
        setDraft(typed);
        const parsed = parseNumber(typed);
        onChange(typeof parsed === 'number' ? parsed : undefined);
      }}
    />
  );
}
