import { useTranslate } from 'react-admin';
import { useToday } from '#console/data/today.ts';
import { currentDate } from '#resources/clock.ts';

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const YEAR = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** «сегодня, 09:15», «вчера, 18:40», «5 марта, 12:00». */
export function whenText(at: string, translate: Translate, now: Date = currentDate()): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const time = TIME.format(date);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return translate('tasks.details.today', { time });
  if (date.toDateString() === yesterday.toDateString()) return translate('tasks.details.yesterday', { time });
  const day = date.getFullYear() === now.getFullYear() ? DAY.format(date) : YEAR.format(date);
  return translate('tasks.details.day', { day, time });
}

/** A moment of the wire as the details say it; «сегодня» becomes «вчера» at midnight. */
export function When({ at }: { at: string }) {
  useToday();
  const translate = useTranslate();
  return <time dateTime={at}>{whenText(at, translate)}</time>;
}
