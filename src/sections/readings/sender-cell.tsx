import { useTranslate } from 'react-admin';
import classes from './cells.module.css';
import { useFlat } from './flat.ts';
import { Sender } from './sender.tsx';

/** The sender of the month's values (READ-06). */
export default function SenderCell() {
  const translate = useTranslate();
  const { month_result } = useFlat();
  if (!month_result) return <span className={classes.none}>{translate('engine.list.nothing')}</span>;
  return <Sender sender={month_result.sender} />;
}
