import { useState } from 'react';
import { normalizeTime } from '#resources/language/kinds/clock-text.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** Filter by a typed time on a 24-hour clock, whatever the browser's locale; invalid text does not filter. */
export default function TimeFilter({ label, field, value, onChange }: FilterProps<'time'>) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FilterBox
      label={label}
      value={draft ?? (typeof value === 'string' ? value : '')}
      onBlur={() => setDraft(null)}
      onText={(text) => {
        setDraft(text);
        const time = normalizeTime(text);
        onChange(getTraits(field).isFilterValue?.(time, field) ? time : undefined);
      }}
    />
  );
}
