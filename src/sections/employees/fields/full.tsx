import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import type { FullProps } from '#console/fields/field-props.ts';
import { useLevelLabels } from '#console/fields/level/labels.ts';
import { SetDifference } from '#console/fields/parts/set-difference.tsx';
import { toIds } from '#resources/language/kinds/ids.ts';
import { accessBuildings, type BuildingPorches, offeredBuildings } from './building-porches.ts';

/** Entrances by address, grouped by building. */
export function FullPorches({ value, other, field, source, records }: FullProps<'employees:porches'>) {
  const translate = useTranslate();
  const { buildings } = useBuildings();
  const recordBuildings = records.flatMap((record) =>
    accessBuildings(record[field.houses], record[field.wire ?? source]),
  );
  const [valueIds, otherIds] = [new Set(toIds(value)), new Set(toIds(other))];
  const offered = offeredBuildings(buildings, recordBuildings);
  const namedIds = new Set(offered.flatMap(({ porches }) => porches.map(({ id }) => id)));
  const lines = offered.flatMap((building) => {
    const ownPorches = building.porches.filter(({ id }) => valueIds.has(id) && !otherIds.has(id));
    return ownPorches.length ? [{ key: building.id, node: formatLine({ ...building, porches: ownPorches }) }] : [];
  });
  const unknownIds = [...valueIds].filter((id) => !otherIds.has(id) && !namedIds.has(id));
  const commonIds = [...valueIds].filter((id) => otherIds.has(id));
  function formatLine({ porches, ...building }: BuildingPorches): string {
    const numbers = porches.map(({ number }) => number).join(', ');
    return `${buildingLabel(building)}, ${translate(`engine.fields.${porches.length === 1 ? 'entrance' : 'entrances'}`, { numbers })}`;
  }
  const unnamedItems = (ids: readonly number[]) =>
    ids.map((id) => ({ key: -id, node: translate('engine.fields.porch', { number: `№${id}` }) }));
  return (
    <SetDifference
      items={[...lines, ...unnamedItems(unknownIds), ...unnamedItems(commonIds)]}
      otherKeys={new Set(commonIds.map((id) => -id))}
    />
  );
}

/** The level of one section. */
export function FullLevel({ value, part }: FullProps<'employees:levels'>) {
  const translate = useTranslate();
  const words = useLevelLabels();
  if (part === null || typeof value !== 'string') return translate('engine.list.nothing');
  return words.level(part, value);
}
