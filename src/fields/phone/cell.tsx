import { useTranslate } from 'react-admin';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

/** A phone number, «+7 (916) 204-15-38». */
export default function PhoneCell({ value }: CellProps<'phone'>) {
  const translate = useTranslate();
  if (typeof value !== 'string' || value === '') return translate('engine.list.nothing');
  return <span className={classes.phone}>{formatPhone(value)}</span>;
}
