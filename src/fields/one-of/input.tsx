import Select from '@mui/material/Select';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { isClosed, type Listed, useChoosable, useMarkedName } from '../parts/server-list.ts';
import { useField } from '../use-field.ts';
import { SearchInput, useOffered } from './search-input.tsx';

/** One thing of a list that the server gives. */
export default function OneOfInput(props: InputProps<'one-of'>) {
  return props.field.as === 'search' ? <SearchInput {...props} /> : <SelectInput {...props} />;
}

/** A plain select (EMP-24); what the record names already can be kept while the list is not there. */
function SelectInput(props: InputProps<'one-of'>) {
  const { text = 'label', note } = props.field;
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const markName = useMarkedName();
  const { items: listed, isKnown } = useOffered(props.field);
  const items = useChoosable(listed, props.source);
  const { value, set } = field;
  const [only] = items.length === 1 ? items : [];
  // There is nothing to choose between: the only one is chosen.
  useEffect(() => {
    if (isKnown && only && props.field.required === true && value === null) set(only.id);
  }, [isKnown, only, value, set, props.field.required]);
  const stored = useWireRecord()?.[props.field.wire ?? props.source];
  const named = typeof stored === 'object' && stored !== null && idOf(stored) !== null ? (stored as Listed) : null;
  const options = named && !items.some(({ id }) => id === named.id) ? [named, ...items] : items;
  const itemLabel = (item: Listed) => {
    const name = String(item[text] ?? item.id);
    if (isClosed(item)) return markName(item, name);
    if (!note || item[note.key] === undefined) return name;
    return `${name} (${translate(item[note.key] ? note.yes : note.no)})`;
  };
  return (
    <FieldFrame {...field.frame}>
      <Select
        native
        fullWidth
        value={field.value === null ? '' : String(field.value)}
        error={field.error !== null}
        disabled={field.disabled}
        onChange={(event) => field.set(event.target.value === '' ? null : Number(event.target.value))}
        onBlur={field.leave}
        inputProps={{ ...field.aria, id: field.id }}
      >
        <option value="">{translate('engine.form.noChoice')}</option>
        {options.map((item) => (
          <option key={item.id} value={String(item.id)}>
            {itemLabel(item)}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
