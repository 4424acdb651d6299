import { useTranslate } from 'react-admin';
import classes from './cells.module.css';
import { useFlat } from './flat.ts';
import { sentText } from './moment.ts';

/** When the values of the month were submitted (READ-06). */
export default function SentCell() {
  const translate = useTranslate();
  const { month_result } = useFlat();
  if (!month_result?.date) return <span className={classes.none}>{translate('engine.list.nothing')}</span>;
  const sentAt = sentText(month_result.date);
  const [day, time] = sentAt.split(', ');
  return (
    <time className={classes.sent} dateTime={month_result.date} title={sentAt}>
      {day}
      <span className={classes.hour}>, {time}</span>
    </time>
  );
}
