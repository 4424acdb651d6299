import type { FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { useServerList } from '../parts/server-list.ts';

/** Filters by one thing of a list that the server gives. */
export default function OneOfFilter({ field, label, value, onChange }: FilterProps<'one-of' | 'some-of'>) {
  const { from, text = 'label' } = field;
  const { items } = useServerList(from, 'id' in field && field.id ? { key: field.id } : {});
  return (
    <SelectFilter
      label={label}
      value={value === undefined ? '' : String(value)}
      options={items.map((item) => ({ value: String(item.id), label: String(item[text] ?? item.id) }))}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}
