import type { FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { useLevelOptions } from './levels.ts';

/** Filters by one level. */
export default function LevelFilter({ field, label, value, onChange }: FilterProps<'level'>) {
  const options = useLevelOptions(field.section);
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}
