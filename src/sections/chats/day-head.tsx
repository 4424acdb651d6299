import { useTranslate } from 'react-admin';
import { useToday } from '#console/data/today.ts';
import { dayText } from './moments.ts';
import classes from './pane.module.css';

/** The day over its messages; a chat that is left open over midnight follows. */
export function DayHead({ at }: { at: number }) {
  const translate = useTranslate();
  return (
    <div className={classes.day}>
      <span>{dayText(at, translate, useToday())}</span>
    </div>
  );
}
