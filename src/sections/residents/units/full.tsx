import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { useWholeBuilding } from '#console/fields/building/building-parts.ts';
import type { FullProps } from '#console/fields/field-props.ts';
import { SetDifference } from '#console/fields/parts/set-difference.tsx';
import type { UnitPair } from '#resources/sections/kinds/residents.ts';

const completePairs = (value: unknown) =>
  (Array.isArray(value) ? (value as UnitPair[]) : []).flatMap(({ building, unit }) =>
    unit === null ? [] : [{ building, unit }],
  );

/** Flats and other units by their addresses. */
export default function FullUnits({ value, other }: FullProps<'residents:units'>) {
  const items = completePairs(value).map((pair) => ({ key: pair.unit, node: <Unit {...pair} /> }));
  return <SetDifference items={items} otherKeys={new Set(completePairs(other).map(({ unit }) => unit))} />;
}

function Unit({ building: buildingId, unit }: { building: number | null; unit: number }) {
  const translate = useTranslate();
  const { byId } = useBuildings();
  const { building } = useWholeBuilding(buildingId);
  const foundUnit = building?.units.find(({ object }) => object.id === unit);
  const address = byId.get(buildingId ?? 0);
  const label = foundUnit?.object.label ?? translate('engine.fields.unit', { id: unit });
  return address ? `${buildingLabel(address)}, ${label}` : label;
}
