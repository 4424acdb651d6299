import { currentDate } from '#resources/clock.ts';

const DAY = 24 * 60 * 60 * 1000;
const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const FULL = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short' });

/**
 * When something happened, as short as it is clear: «09:12» under a day ago, «5 марта» in this year, «5 марта 2023»
 * before (SHELL-36…38). Empty for what is no date.
 */
export function shortMomentText(at: string, now: Date = currentDate()): string {
  const date = new Date(at);
  const time = date.getTime();
  if (Number.isNaN(time)) return '';
  if (Math.abs(now.getTime() - time) < DAY) return TIME.format(date);
  const day = DATE.format(date);
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** A moment of the wire, ISO in UTC, by this clock; the whole of it in its tooltip. */
export function Moment({ at }: { at: string }) {
  const text = shortMomentText(at);
  return text ? (
    <time dateTime={at} title={FULL.format(new Date(at))}>
      {text}
    </time>
  ) : null;
}
