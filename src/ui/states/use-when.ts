import { useTranslate } from 'react-admin';
import { currentDate } from '#resources/clock.ts';

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });

/** Formats a moment (ms since 1970, or ISO 8601): «сегодня в 14:05», «21 ноября в 14:05». */
export function useWhen(): (at: number | string) => string {
  const translate = useTranslate();
  return (at) => {
    const date = new Date(at);
    const time = TIME.format(date);
    const isToday = date.toDateString() === currentDate().toDateString();
    return isToday ? translate('ui.when.today', { time }) : translate('ui.when.day', { day: DAY.format(date), time });
  };
}
