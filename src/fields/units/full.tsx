import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings.ts';
import type { UnitPair } from '#resources/language/kinds/units.ts';
import { useBuildingParts } from '../building/building-parts.ts';
import type { FullProps } from '../field-props.ts';
import { SetDifference } from '../parts/set-difference.tsx';

const chosen = (value: unknown) =>
  (Array.isArray(value) ? (value as UnitPair[]) : []).flatMap(({ building, unit }) =>
    unit === null ? [] : [{ building, unit }],
  );

/** Flats and other units by their addresses. */
export default function FullUnits({ value, other }: FullProps<'units'>) {
  const items = chosen(value).map((pair) => ({ key: pair.unit, node: <Unit {...pair} /> }));
  return <SetDifference items={items} others={new Set(chosen(other).map(({ unit }) => unit))} />;
}

function Unit({ building: house, unit }: { building: number | null; unit: number }) {
  const translate = useTranslate();
  const { byId } = useBuildings();
  const { building } = useBuildingParts(house);
  const found = building?.units.find(({ object }) => object.id === unit);
  const address = byId.get(house ?? 0);
  const label = found?.object.label ?? translate('engine.fields.unit', { id: unit });
  return address ? `${buildingLabel(address)}, ${label}` : label;
}
