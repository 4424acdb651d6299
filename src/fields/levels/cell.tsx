import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** How many sections are not hidden: «Все» or «5/8» (EMP-04). */
export default function LevelsCell({ value }: CellProps<'levels'>) {
  const translate = useTranslate();
  const levels = typeof value === 'object' && value !== null ? Object.values(value) : [];
  if (levels.length === 0) return translate('engine.list.nothing');
  const open = levels.filter((level) => level !== 'denied').length;
  return open === levels.length ? translate('engine.fields.all') : `${open}/${levels.length}`;
}
