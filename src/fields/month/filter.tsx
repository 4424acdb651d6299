import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { MonthPicker } from './month-picker.tsx';

/** `032024` as the browser's month control has it: `2024-03`; and back. */
const toControl = (wire: unknown) => (typeof wire === 'string' ? `${wire.slice(2)}-${wire.slice(0, 2)}` : '');
const fromControl = (value: string) => (value ? `${value.slice(5)}${value.slice(0, 4)}` : undefined);

/** Filters by one month: beside the title by a picker of ours, for one is always chosen; else by the browser's own. */
export default function MonthFilter({ label, field, value, onChange }: FilterProps<'month'>) {
  if (field.filter === 'header') return <MonthPicker label={label} value={value} onChange={onChange} />;
  return (
    <FilterBox label={label} type="month" value={toControl(value)} onText={(typed) => onChange(fromControl(typed))} />
  );
}
