import { useTranslate } from 'react-admin';
import { type Level, offeredLevels } from '#resources/language/access.ts';
import { levelKeys } from '#resources/language/kinds/level.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';

/** The label of an access level. */
export default function LevelCell({ value, field }: CellProps<'level'>) {
  const translate = useTranslate();
  if (typeof value !== 'string') return translate('engine.list.nothing');
  const [key, fallbackKey] = levelKeys(field.section, value);
  return translate(key, { _: translate(fallbackKey, { _: value }) });
}

/** Filter by one level. */
export function LevelFilter({ field, label, value, onChange }: FilterProps<'level'>) {
  const options = useLevelOptions(field.section);
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}

/** The levels that a section offers, with labels. */
export function useLevelOptions(section: string): { value: Level; label: string }[] {
  const translate = useTranslate();
  return offeredLevels(section).map((value) => {
    const [key, fallbackKey] = levelKeys(section, value);
    return { value, label: translate(key, { _: translate(fallbackKey) }) };
  });
}
