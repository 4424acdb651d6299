import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { MonthPicker } from './month-picker.tsx';

/** Converts between the wire format `032024` and the browser's month input `2024-03`. */
const toControl = (wire: unknown) => (typeof wire === 'string' ? `${wire.slice(2)}-${wire.slice(0, 2)}` : '');
const fromControl = (value: string) => (value ? `${value.slice(5)}${value.slice(0, 4)}` : undefined);

/**
 * Filter by one month: beside the title with our picker, because a month is always selected; elsewhere with the browser's own.
 */
export default function MonthFilter({ label, field, value, onChange }: FilterProps<'month'>) {
  if (field.filter === 'header') return <MonthPicker label={label} value={value} onChange={onChange} />;
  return (
    <FilterBox label={label} type="month" value={toControl(value)} onText={(typed) => onChange(fromControl(typed))} />
  );
}
