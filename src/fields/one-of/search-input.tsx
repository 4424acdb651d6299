import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { ServiceIcon } from '#console/ui/display/service-icon.tsx';
import type { FieldOf } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import type { InputProps } from '../field-props.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { type Listed, type ListQuery, useChoosable, useMarkedName, useServerList } from '../parts/server-list.ts';
import { useField } from '../use-field.ts';
import classes from './search-input.module.css';

interface Option {
  id: number;
  label: string;
  item: Listed;
}

const itemText = (item: Listed, key: string | undefined) => (key === undefined ? '' : String(item[key] ?? ''));

/** A box to type into, over what the server offers; a thing that it no longer offers is let go (TASK-53, TASK-54). */
export function SearchInput(props: InputProps<'one-of'>) {
  const translate = useTranslate();
  const markName = useMarkedName();
  const { text = 'label', more: secondKey, placeholder = 'engine.form.noChoice' } = props.field;
  const field = useField<number | null>(props);
  const { items: listed, isPending, isKnown } = useOffered(props.field);
  const items = useChoosable(listed, props.source);
  const { value, set } = field;
  const isGone = isKnown && value !== null && !items.some(({ id }) => id === value);
  useEffect(() => {
    if (isGone) set(null);
  }, [isGone, set]);
  const options = items.map((item): Option => {
    const name = [itemText(item, text), itemText(item, secondKey)].filter(Boolean).join(' ') || String(item.id);
    return { id: item.id, label: markName(item, name), item };
  });
  return (
    <SearchSelect<Option>
      field={field}
      options={options}
      value={value}
      onValue={set}
      loading={isPending}
      placeholder={translate(placeholder, { _: placeholder })}
      from={props.field.from}
      drawOption={(option) => <OptionFace option={option} field={props.field} />}
    />
  );
}

/** An option: its picture or sign, its name, its second line. */
function OptionFace({ option: { item, label }, field }: { option: Option; field: FieldOf<'one-of'> }) {
  const { picture, icon, line } = field;
  const portrait = picture === undefined ? null : item[picture];
  return (
    <span className={classes.option}>
      {picture === undefined ? null : (
        <Avatar name={label} picture={typeof portrait === 'string' ? portrait : null} size={26} />
      )}
      {icon === undefined ? null : <ServiceIcon name={itemText(item, icon)} />}
      <span className={classes.name}>
        {label}
        {line === undefined ? null : <small>{itemText(item, line)}</small>}
      </span>
    </span>
  );
}

/** Choices of a field, by the values of the form around; none while something it depends on is not chosen. */
export function useOffered({ from, id = 'id', by = {} }: FieldOf<'one-of'>) {
  const names = Object.keys(by);
  const values = useWatch({ name: Object.values(by) }) as unknown[];
  const query = Object.fromEntries(names.map((name, at) => [name, values[at]])) as ListQuery;
  return useServerList(names.some((name) => isEmpty(query[name])) ? null : from, { key: id, query });
}
