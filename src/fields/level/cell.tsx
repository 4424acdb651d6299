import { useTranslate } from 'react-admin';
import { levelKeys } from '#resources/language/kinds/level.ts';
import type { CellProps } from '../field-props.ts';

/** The label of a level. */
export default function LevelCell({ value, field }: CellProps<'level'>) {
  const translate = useTranslate();
  if (typeof value !== 'string') return translate('engine.list.nothing');
  const [key, other] = levelKeys(field.section, value);
  return translate(key, { _: translate(other, { _: value }) });
}
