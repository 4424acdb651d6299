import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import classes from '../number/cell.module.css';

/** A number or a code as it is, on one line: «АКТ-2026-0042»; a dash where there is none. */
export default function OnePieceCell({ value }: CellProps) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  return <span className={classes.number}>{String(value)}</span>;
}
