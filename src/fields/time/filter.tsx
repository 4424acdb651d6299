import { useState } from 'react';
import { timeOf } from '#resources/language/kinds/clock-text.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** Filters by a time that is typed, by a clock of 24 hours whatever the browser's; what is no time filters by nothing. */
export default function TimeFilter({ label, field, value, onChange }: FilterProps<'time'>) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FilterBox
      label={label}
      value={draft ?? (typeof value === 'string' ? value : '')}
      onBlur={() => setDraft(null)}
      onText={(typed) => {
        setDraft(typed);
        const time = timeOf(typed);
        onChange(traitsOf(field).isFilterValue?.(time, field) ? time : undefined);
      }}
    />
  );
}
