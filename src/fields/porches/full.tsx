import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import type { FullProps } from '../field-props.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { buildingsOf, type House, offeredBuildings } from './houses.ts';

/** Entrances by their addresses, those of one building together. */
export default function FullPorches({ value, other, field, source, records }: FullProps<'porches'>) {
  const translate = useTranslate();
  const { buildings } = useBuildings();
  const told = records.flatMap((record) => buildingsOf(record[field.houses], record[field.wire ?? source]));
  const [mine, others] = [new Set(idsOf(value)), new Set(idsOf(other))];
  const houses = offeredBuildings(buildings, told);
  const known = new Set(houses.flatMap(({ porches }) => porches.map(({ id }) => id)));
  const lines = houses.flatMap((building) => {
    const own = building.porches.filter(({ id }) => mine.has(id) && !others.has(id));
    return own.length ? [{ key: building.id, node: line({ ...building, porches: own }) }] : [];
  });
  const unknown = [...mine].filter((id) => !others.has(id) && !known.has(id));
  const common = [...mine].filter((id) => others.has(id));
  function line({ porches, ...building }: House): string {
    const numbers = porches.map(({ number }) => number).join(', ');
    return `${buildingLabel(building)}, ${translate(`engine.fields.${porches.length === 1 ? 'entrance' : 'entrances'}`, { numbers })}`;
  }
  const rest = (ids: readonly number[]) =>
    ids.map((id) => ({ key: -id, node: translate('engine.fields.porch', { number: `№${id}` }) }));
  return (
    <SetDifference items={[...lines, ...rest(unknown), ...rest(common)]} others={new Set(common.map((id) => -id))} />
  );
}
