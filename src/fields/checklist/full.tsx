import { useTranslate } from 'react-admin';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { useBuildingParts } from '../building/building-parts.ts';
import type { FullProps } from '../field-props.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { checklistOptions } from './options.ts';

/** What is ticked of a building, by name. */
export default function FullChecklist({ value, other, field, values }: FullProps<'checklist'>) {
  const translate = useTranslate();
  const { building } = useBuildingParts(idOf(values[field.building]));
  const ticks = new Map(checklistOptions(building, field.of, null).map((tick) => [tick.id, tick]));
  const items = idsOf(value).map((id) => {
    const tick = ticks.get(id);
    return { key: id, node: tick ? translate(tick.key, tick.params) : `№${id}` };
  });
  return <SetDifference items={items} others={new Set(idsOf(other))} />;
}
