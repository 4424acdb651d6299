import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** Filters by what is typed; an empty box by nothing. */
export default function TextFilter({ label, value, onChange }: FilterProps) {
  return (
    <FilterBox
      label={label}
      value={typeof value === 'string' ? value : ''}
      onText={(typed) => onChange(typed || undefined)}
    />
  );
}
