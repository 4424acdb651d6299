import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import { Address, buildingAddress } from './address.tsx';

/** The building of a record. */
export default function BuildingCell({ value }: CellProps<'building'>) {
  const translate = useTranslate();
  const { byId, isPending } = useBuildings();
  const id = toId(value);
  if (id === null || isPending) return translate('engine.list.nothing');
  const address = buildingAddress(value, byId);
  return address ? <Address building={address} /> : translate('engine.fields.unknownBuilding', { id });
}

/** Filter by one building; the page's building selector handles several. */
export function BuildingFilter({ label, value, onChange }: FilterProps) {
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
