import { useTranslate } from 'react-admin';
import { useToday } from '#console/data/today.ts';
import { currentDate } from '#resources/clock.ts';

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const YEAR = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Formats a timestamp as «сегодня, 09:15», «вчера, 18:40» or «5 марта, 12:00». */
export function formatEventTime(at: string, translate: Translate, now: Date = currentDate()): string {
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

/** A timestamp of the API as text; rerenders at midnight, when «сегодня» becomes «вчера». */
export function EventTime({ at }: { at: string }) {
  useToday();
  const translate = useTranslate();
  return <time dateTime={at}>{formatEventTime(at, translate)}</time>;
}
