import { useTranslate } from 'react-admin';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { type ListItem, useClosedName, useServerList } from '../parts/server-list.ts';
import classes from './cell.module.css';

/**
 * Name of the selected item; for a bare id, as our own server stores it, the name is looked up in its list, unless the field has
 * `by`.
 */
export default function OneOfCell({ value, field }: CellProps<'one-of'>) {
  const { from, text = 'label', id: idKey = 'id', by } = field;
  const translate = useTranslate();
  const isBareId = typeof value === 'number';
  const { items } = useServerList(isBareId && !by ? from : null, { key: idKey });
  const item = isBareId ? items.find(({ id }) => id === value) : (value as Record<string, unknown> | null);
  const name = item?.[text];
  if (typeof name !== 'string' || !name) return translate('engine.list.nothing');
  return (
    <span className={classes.name} title={name}>
      {name}
    </span>
  );
}

/** Filter by one item of a list from the server. */
export function OneOfFilter({ field, label, value, onChange }: FilterProps<'one-of' | 'some-of'>) {
  const { from, text = 'label' } = field;
  const markName = useClosedName();
  const itemLabel = (item: ListItem) => markName(item, String(item[text] ?? item.id));
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
