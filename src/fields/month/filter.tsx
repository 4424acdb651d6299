import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';

/** `032024` as the browser's month control has it: `2024-03`; and back. */
const toControl = (wire: unknown) => (typeof wire === 'string' ? `${wire.slice(2)}-${wire.slice(0, 2)}` : '');
const fromControl = (value: string) => (value ? `${value.slice(5)}${value.slice(0, 4)}` : undefined);

/** Filters by one month; the browser's own picker. */
export default function MonthFilter({ label, value, onChange }: FilterProps<'month'>) {
  return (
    <FilterBox label={label} type="month" value={toControl(value)} onText={(typed) => onChange(fromControl(typed))} />
  );
}
