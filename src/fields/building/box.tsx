import { useTranslate } from 'react-admin';
import { SearchSelect } from '../parts/search-select.tsx';
import type { FieldControl } from '../use-field.ts';
import { Address } from './address.tsx';
import { useBuildingOptions } from './building-options.ts';

/** Select for one building, searched by street, number or complex; works with or without a form. */
export function BuildingBox({
  field,
  value,
  onValue,
}: {
  field: FieldControl;
  value: number | null;
  onValue: (id: number | null) => void;
}) {
  const translate = useTranslate();
  const { options, isPending } = useBuildingOptions();
  return (
    <SearchSelect
      field={field}
      options={options}
      value={value}
      onValue={onValue}
      loading={isPending}
      placeholder={translate('engine.fields.chooseBuilding')}
      renderOptionContent={({ building }) => <Address building={building} aligned />}
    />
  );
}
