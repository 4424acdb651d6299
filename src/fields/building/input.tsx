import { useTranslate } from 'react-admin';
import type { InputProps } from '../field-props.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { useField } from '../use-field.ts';
import { Address } from './address.tsx';
import { useBuildingOptions } from './building-options.ts';

/** One building, searched by street, number or complex. */
export default function BuildingInput(props: InputProps<'building'>) {
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const { options, isPending } = useBuildingOptions();
  return (
    <SearchSelect
      field={field}
      options={options}
      value={field.value}
      onValue={field.set}
      loading={isPending}
      placeholder={translate('engine.fields.chooseBuilding')}
      drawn={({ building }) => <Address building={building} aligned />}
    />
  );
}
