import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import classes from '../number/cell.module.css';
import { amount } from './amount.ts';

/** An amount with kopecks and its sign. */
export default function MoneyCell({ value }: CellProps<'money'>) {
  const translate = useTranslate();
  if (typeof value !== 'number') return translate('engine.list.nothing');
  return <span className={classes.number}>{amount(value)}</span>;
}
