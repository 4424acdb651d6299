import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { addressOf } from '../building/address.tsx';
import type { FullProps } from '../field-props.ts';
import { SetDifference } from '../parts/set-difference.tsx';

/** Buildings by their addresses. */
export default function FullBuildings({ value, other, field, source, records }: FullProps<'buildings'>) {
  const translate = useTranslate();
  const { byId } = useBuildings();
  const told = records.flatMap((record) => [record[field.wire ?? source]].flat());
  const items = idsOf(value).map((id) => {
    const address = addressOf(told.find((one) => idOf(one) === id) ?? id, byId) ?? addressOf(id, byId);
    return { key: id, node: address ? buildingLabel(address) : translate('engine.fields.unknownBuilding', { id }) };
  });
  return <SetDifference items={items} others={new Set(idsOf(other))} />;
}
