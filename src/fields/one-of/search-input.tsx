import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { QueryParams } from '#console/data/http/query-string.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { ServiceIcon } from '#console/ui/display/service-icon.tsx';
import type { FieldOf } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import type { InputProps } from '../field-props.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { type ListItem, useClosedName, useSelectableItems, useServerList } from '../parts/server-list.ts';
import { useField } from '../use-field.ts';
import classes from './search-input.module.css';

interface SearchOption {
  id: number;
  label: string;
  item: ListItem;
}

const itemText = (item: ListItem, key: string | undefined) => (key === undefined ? '' : String(item[key] ?? ''));

/** Select with search over the server's list; a selected item that is no longer offered is cleared (TASK-53, TASK-54). */
export function SearchInput(props: InputProps<'one-of'>) {
  const translate = useTranslate();
  const markName = useClosedName();
  const { text = 'label', more: secondKey, placeholder = 'engine.form.noChoice' } = props.field;
  const field = useField<number | null>(props);
  const { items: fetchedItems, isPending, isKnown } = useDependentList(props.field);
  const items = useSelectableItems(fetchedItems, props.source);
  const { value, onChange } = field;
  const isUnavailable = isKnown && value !== null && !items.some(({ id }) => id === value);
  useEffect(() => {
    if (isUnavailable) onChange(null);
  }, [isUnavailable, onChange]);
  const options = items.map((item): SearchOption => {
    const name = [itemText(item, text), itemText(item, secondKey)].filter(Boolean).join(' ') || String(item.id);
    return { id: item.id, label: markName(item, name), item };
  });
  return (
    <SearchSelect<SearchOption>
      field={field}
      options={options}
      value={value}
      onValue={onChange}
      loading={isPending}
      placeholder={translate(placeholder, { _: placeholder })}
      from={props.field.from}
      renderOptionContent={(option) => <OptionContent option={option} field={props.field} />}
    />
  );
}

/** An option: picture or icon, name, second line. */
function OptionContent({ option: { item, label }, field }: { option: SearchOption; field: FieldOf<'one-of'> }) {
  const { picture, icon, line } = field;
  const pictureUrl = picture === undefined ? null : item[picture];
  return (
    <span className={classes.option}>
      {picture === undefined ? null : (
        <Avatar name={label} picture={typeof pictureUrl === 'string' ? pictureUrl : null} size={26} />
      )}
      {icon === undefined ? null : <ServiceIcon name={itemText(item, icon)} />}
      <span className={classes.name}>
        {label}
        {line === undefined ? null : <small>{itemText(item, line)}</small>}
      </span>
    </span>
  );
}

/** Fetches the list of a field whose query depends on other form values; empty until all of them are set. */
export function useDependentList({ from, id = 'id', by = {} }: FieldOf<'one-of'>) {
  const names = Object.keys(by);
  const values = useWatch({ name: Object.values(by) }) as unknown[];
  const query = Object.fromEntries(names.map((name, at) => [name, values[at]])) as QueryParams;
  return useServerList(names.some((name) => isEmpty(query[name])) ? null : from, { key: id, query });
}
