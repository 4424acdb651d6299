import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import type { FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';

/** Filters by one building; several are chosen in the selector of the page. */
export default function BuildingFilter({ label, value, onChange }: FilterProps) {
  const translate = useTranslate();
  const { buildings } = useBuildings();
  return (
    <SelectFilter
      label={label || translate('engine.fields.chooseBuilding')}
      value={value === undefined ? '' : String(value)}
      options={buildings.map((building) => ({ value: String(building.id), label: buildingLabel(building) }))}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}
