import { useTranslate } from 'react-admin';
import { SearchSelect } from '../parts/search-select.tsx';
import type { FieldShell } from '../use-field.ts';
import { Address } from './address.tsx';
import { useBuildingOptions } from './building-options.ts';

/** Chooses one building, searched by street, number or complex; in a form or by itself. */
export function BuildingBox({
  field,
  value,
  onValue,
}: {
  field: FieldShell;
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
      drawOption={({ building }) => <Address building={building} aligned />}
    />
  );
}
