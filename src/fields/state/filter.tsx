import type { FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';

/** Filters by one of the states. */
export default function StateFilter({ field, label, value, onChange }: FilterProps<'state'>) {
  const options = field.states.map((state) => ({ value: state.value, label: state.label }));
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}
