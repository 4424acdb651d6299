import '#i18n/building-readings-texts.ts';
import { useTranslate } from 'react-admin';
import type { FullProps } from '#console/fields/field-props.ts';
import { SetDifference } from '#console/fields/parts/set-difference.tsx';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { GROUP_METERS, groupOption, METER_GROUPS } from '#resources/rules/readings/meters.ts';

/** Collected meter types in words, one line per group. */
export function FullReadingTypes({ value }: FullProps<'buildings:reading-types'>) {
  const translate = useTranslate();
  const types = Array.isArray(value) ? value.map(String) : [];
  const lines = METER_GROUPS.flatMap((group) => {
    const option = groupOption(group, types);
    if (!option) return [];
    const name = translate(`engine.readings.groups.${group}`);
    return GROUP_METERS[group].length === 1 ? [name] : [`${name}: ${translate(`engine.readings.short.${option}`)}`];
  });
  return lines.length ? lines.join('\n') : translate('engine.list.nothing');
}

/** Names of the ticked lines of the record. */
export function FullSelection({ value, other, field, source, records }: FullProps<'buildings:selection'>) {
  const lines = records.flatMap((record) => [record[field.wire ?? source]].flat()) as { name?: unknown }[];
  const items = idsOf(value).map((id) => {
    const name = lines.find((line) => idOf(line) === id)?.name;
    return { key: id, node: typeof name === 'string' ? name : `№${id}` };
  });
  return <SetDifference items={items} otherKeys={new Set(idsOf(other))} />;
}
