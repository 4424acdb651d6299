import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import type { FullProps } from '#console/fields/field-props.ts';
import { useLevelWords } from '#console/fields/level/labels.ts';
import { SetDifference } from '#console/fields/parts/set-difference.tsx';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { accessBuildings, type BuildingPorches, offeredBuildings } from './building-porches.ts';

/** Entrances by address, grouped by building. */
export function FullPorches({ value, other, field, source, records }: FullProps<'employees:porches'>) {
  const translate = useTranslate();
  const { buildings } = useBuildings();
  const told = records.flatMap((record) => accessBuildings(record[field.houses], record[field.wire ?? source]));
  const [mine, otherIds] = [new Set(idsOf(value)), new Set(idsOf(other))];
  const houses = offeredBuildings(buildings, told);
  const namedIds = new Set(houses.flatMap(({ porches }) => porches.map(({ id }) => id)));
  const lines = houses.flatMap((building) => {
    const own = building.porches.filter(({ id }) => mine.has(id) && !otherIds.has(id));
    return own.length ? [{ key: building.id, node: line({ ...building, porches: own }) }] : [];
  });
  const unknown = [...mine].filter((id) => !otherIds.has(id) && !namedIds.has(id));
  const common = [...mine].filter((id) => otherIds.has(id));
  function line({ porches, ...building }: BuildingPorches): string {
    const numbers = porches.map(({ number }) => number).join(', ');
    return `${buildingLabel(building)}, ${translate(`engine.fields.${porches.length === 1 ? 'entrance' : 'entrances'}`, { numbers })}`;
  }
  const rest = (ids: readonly number[]) =>
    ids.map((id) => ({ key: -id, node: translate('engine.fields.porch', { number: `№${id}` }) }));
  return (
    <SetDifference items={[...lines, ...rest(unknown), ...rest(common)]} otherKeys={new Set(common.map((id) => -id))} />
  );
}

/** The level of one section. */
export function FullLevel({ value, part }: FullProps<'employees:levels'>) {
  const translate = useTranslate();
  const words = useLevelWords();
  if (part === null || typeof value !== 'string') return translate('engine.list.nothing');
  return words.level(part, value);
}
