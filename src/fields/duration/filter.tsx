import { useState } from 'react';
import { durationText, minutesOf } from '#resources/language/kinds/clock-text.ts';
import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** Filters by how long something takes; what is no duration filters by nothing. */
export default function DurationFilter({ label, value, onChange }: FilterProps<'duration'>) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FilterBox
      label={label}
      value={draft ?? (typeof value === 'number' ? durationText(value) : '')}
      onBlur={() => setDraft(null)}
      onText={(typed) => {
        setDraft(typed);
        const minutes = minutesOf(typed);
        onChange(typeof minutes === 'number' ? minutes : undefined);
      }}
    />
  );
}
