import { useTranslate } from 'react-admin';
import { typeset } from '#i18n/typeset.ts';
import { durationText } from '#resources/language/kinds/clock-text.ts';
import type { CellProps } from '../field-props.ts';
import classes from '../number/cell.module.css';

/** «1 ч 30 мин». */
export default function DurationCell({ value }: CellProps<'duration'>) {
  const translate = useTranslate();
  if (typeof value !== 'number') return translate('engine.list.nothing');
  return <span className={classes.number}>{typeset(durationText(value))}</span>;
}
