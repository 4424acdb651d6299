import type { FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { useChoices } from './choices.ts';

/** Filters by one of the choices. */
export default function ChoiceFilter({ field, source, resource, label, value, onChange }: FilterProps<'choice'>) {
  const options = useChoices(resource, source, field);
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}
