import { useTranslate } from 'react-admin';
import { GROUP_METERS, groupOption, METER_GROUPS } from '#resources/rules/readings/meters.ts';
import type { FullProps } from '../field-props.ts';

/** What is collected, in words, a group a line. */
export default function FullReadingTypes({ value }: FullProps<'reading-types'>) {
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
