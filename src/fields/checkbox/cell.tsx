import { useTranslate } from 'react-admin';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';

/** «Да» or «Нет». */
export default function CheckboxCell({ value }: CellProps<'checkbox'>) {
  const translate = useTranslate();
  return translate(value ? 'engine.fields.yes' : 'engine.fields.no');
}

/** Filter by a checkbox: yes, no or any. */
export function CheckboxFilter({ label, value, onChange }: Pick<FilterProps, 'label' | 'value' | 'onChange'>) {
  const translate = useTranslate();
  return (
    <SelectFilter
      label={label}
      value={value === undefined ? '' : String(value)}
      options={[
        { value: 'true', label: translate('engine.fields.yes') },
        { value: 'false', label: translate('engine.fields.no') },
      ]}
      onChange={(selected) => onChange(selected === undefined ? undefined : selected === 'true')}
    />
  );
}
