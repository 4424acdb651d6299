import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import type { FieldShell } from '../use-field.ts';
import { Address } from './address.tsx';

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
      value={value}
      onValue={onValue}
      loading={isPending}
      placeholder={translate('engine.fields.chooseBuilding')}
      drawn={({ building }) => <Address building={building} aligned />}
    />
  );
}
