import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings.ts';
import type { InputProps } from '../field-props.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { useField } from '../use-field.ts';
import { Address } from './address.tsx';

/** One building, searched by street, number or complex. */
export default function BuildingInput(props: InputProps<'building'>) {
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const { complexes, isPending } = useBuildings();
  const options = useMemo(
    () =>
      complexes.flatMap((complex) =>
        complex.buildings.map((building) => ({
          id: building.id,
          label: buildingLabel(building),
          group: complex.name ?? translate('shell.selector.noComplex'),
          building,
        })),
      ),
    [complexes, translate],
  );
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
