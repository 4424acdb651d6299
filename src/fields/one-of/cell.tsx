import { useTranslate } from 'react-admin';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { type Listed, useMarkedName, useServerList } from '../parts/server-list.ts';
import classes from './cell.module.css';

/** How the chosen thing is called; of a bare id, as the backend in the box keeps it, the list that it is chosen from says it. */
export default function OneOfCell({ value, field }: CellProps<'one-of'>) {
  const { from, text = 'label', id: key = 'id', by } = field;
  const translate = useTranslate();
  const bare = typeof value === 'number';
  const { items } = useServerList(bare && !by ? from : null, { key });
  const thing = bare ? items.find(({ id }) => id === value) : (value as Record<string, unknown> | null);
  const name = thing?.[text];
  if (typeof name !== 'string' || !name) return translate('engine.list.nothing');
  return (
    <span className={classes.name} title={name}>
      {name}
    </span>
  );
}

/** Filters by one thing of a list that the server gives. */
export function OneOfFilter({ field, label, value, onChange }: FilterProps<'one-of' | 'some-of'>) {
  const { from, text = 'label' } = field;
  const marked = useMarkedName();
  const itemLabel = (item: Listed) => marked(item, String(item[text] ?? item.id));
  const { items } = useServerList(from, 'id' in field && field.id ? { key: field.id } : {});
  return (
    <SelectFilter
      label={label}
      value={value === undefined ? '' : String(value)}
      options={items.map((item) => ({ value: String(item.id), label: itemLabel(item) }))}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}
