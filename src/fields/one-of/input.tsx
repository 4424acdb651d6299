import Select from '@mui/material/Select';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { toId } from '#resources/language/kinds/ids.ts';
import type { InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { isClosedItem, type ListItem, useClosedName, useSelectableItems } from '../parts/server-list.ts';
import { useField } from '../use-field.ts';
import { SearchInput, useDependentList } from './search-input.tsx';

/** Input of one item of a list from the server. */
export default function OneOfInput(props: InputProps<'one-of'>) {
  return props.field.as === 'search' ? <SearchInput {...props} /> : <SelectInput {...props} />;
}

/** A plain select (EMP-24); the stored item stays selectable while the list is not loaded. */
function SelectInput(props: InputProps<'one-of'>) {
  const { text = 'label', note } = props.field;
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const markName = useClosedName();
  const { items: fetchedItems, isKnown } = useDependentList(props.field);
  const items = useSelectableItems(fetchedItems, props.source);
  const { value, onChange } = field;
  const [onlyItem] = items.length === 1 ? items : [];
  // The only option is selected automatically.
  useEffect(() => {
    if (isKnown && onlyItem && props.field.required === true && value === null) onChange(onlyItem.id);
  }, [isKnown, onlyItem, value, onChange, props.field.required]);
  const stored = useWireRecord()?.[props.field.wire ?? props.source];
  const storedItem =
    typeof stored === 'object' && stored !== null && toId(stored) !== null ? (stored as ListItem) : null;
  const options = storedItem && !items.some(({ id }) => id === storedItem.id) ? [storedItem, ...items] : items;
  const itemLabel = (item: ListItem) => {
    const name = String(item[text] ?? item.id);
    if (isClosedItem(item)) return markName(item, name);
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
        onChange={(event) => field.onChange(event.target.value === '' ? null : Number(event.target.value))}
        onBlur={field.onBlur}
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
