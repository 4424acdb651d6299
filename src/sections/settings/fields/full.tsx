import '#i18n/building-readings-texts.ts';
import { useTranslate } from 'react-admin';
import type { FullProps } from '#console/fields/field-props.ts';
import { SetDifference } from '#console/fields/parts/set-difference.tsx';
import { toId, toIds } from '#resources/language/kinds/ids.ts';
import { findGroupOption, METER_GROUPS, METERS_BY_GROUP } from '#resources/rules/readings/meters.ts';

/** Collected meter types in words, one line per group. */
export function FullReadingTypes({ value }: FullProps<'buildings:reading-types'>) {
  const translate = useTranslate();
  const types = Array.isArray(value) ? value.map(String) : [];
  const lines = METER_GROUPS.flatMap((group) => {
    const option = findGroupOption(group, types);
    if (!option) return [];
    const name = translate(`engine.readings.groups.${group}`);
    return METERS_BY_GROUP[group].length === 1 ? [name] : [`${name}: ${translate(`engine.readings.short.${option}`)}`];
  });
  return lines.length ? lines.join('\n') : translate('engine.list.nothing');
}

/** Names of the selected lines of the record. */
export function FullSelection({ value, other, field, source, records }: FullProps<'buildings:selection'>) {
  const lines = records.flatMap((record) => [record[field.wire ?? source]].flat()) as { name?: unknown }[];
  const items = toIds(value).map((id) => {
    const name = lines.find((line) => toId(line) === id)?.name;
    return { key: id, node: typeof name === 'string' ? name : `№${id}` };
  });
  return <SetDifference items={items} otherKeys={new Set(toIds(other))} />;
}
