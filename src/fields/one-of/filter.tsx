import type { FilterProps } from '../field-props.ts';
import { useMarkedName } from '../parts/closed-mark.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { type Listed, useServerList } from '../parts/server-list.ts';

/** Filters by one thing of a list that the server gives. */
export default function OneOfFilter({ field, label, value, onChange }: FilterProps<'one-of' | 'some-of'>) {
  const { from, text = 'label' } = field;
  const marked = useMarkedName();
  const labelOf = (item: Listed) => marked(item, String(item[text] ?? item.id));
  const { items } = useServerList(from, 'id' in field && field.id ? { key: field.id } : {});
  return (
    <SelectFilter
      label={label}
      value={value === undefined ? '' : String(value)}
      options={items.map((item) => ({ value: String(item.id), label: labelOf(item) }))}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}
