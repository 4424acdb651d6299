import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

const FORMAT = new Intl.NumberFormat('ru', { maximumFractionDigits: 6 });

/** A number with its unit; one of a mask keeps its leading zeros. */
export default function NumberCell({ value, field }: CellProps<'number'>) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  const text = field.digits ? String(value).padStart(field.digits, '0') : FORMAT.format(Number(value));
  return <span className={classes.number}>{field.unit ? `${text}\u00a0${field.unit}` : text}</span>;
}
