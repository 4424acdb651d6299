import { useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { CellProps } from '../field-props.ts';
import { Address, addressOf } from './address.tsx';

/** The building a record belongs to. */
export default function BuildingCell({ value }: CellProps<'building'>) {
  const translate = useTranslate();
  const { byId, isPending } = useBuildings();
  const id = idOf(value);
  if (id === null || isPending) return translate('engine.list.nothing');
  const address = addressOf(value, byId);
  return address ? <Address building={address} /> : translate('engine.fields.unknownBuilding', { id });
}
