import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { levelKeys } from './levels.ts';

/** The label of a level. */
export default function LevelCell({ value, field }: CellProps<'level'>) {
  const translate = useTranslate();
  if (typeof value !== 'string') return translate('engine.list.nothing');
  const [key, other] = levelKeys(field.section, value);
  return translate(key, { _: translate(other, { _: value }) });
}
