import { currentDate } from '#resources/clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const FULL = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short' });

/**
 * Short form of a date: «09:12» within 24 hours, «5 марта» in this year, else «5 марта 2023» (SHELL-36…38). Empty for an invalid
 * date.
 */
export function shortMomentText(at: string, now: Date = currentDate()): string {
  const date = new Date(at);
  const time = date.getTime();
  if (Number.isNaN(time)) return '';
  if (Math.abs(now.getTime() - time) < DAY_MS) return TIME.format(date);
  const day = DATE.format(date);
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** A date (ISO in UTC) in local time, with the full form as tooltip. */
export function Moment({ at }: { at: string }) {
  const text = shortMomentText(at);
  return text ? (
    <time dateTime={at} title={FULL.format(new Date(at))}>
      {text}
    </time>
  ) : null;
}
