import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

/** The first two lines of a text. */
export default function LongTextCell({ value }: CellProps<'long-text'>) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  return <span className={classes.text}>{String(value)}</span>;
}
