import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** Filters by one day; the browser's own picker, so that a list needs no other. */
export default function DateFilter({ label, value, onChange }: FilterProps<'date'>) {
  return (
    <FilterBox
      label={label}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onText={(typed) => onChange(typed || undefined)}
    />
  );
}
