import { currentTime } from '#resources/clock.ts';

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const SHORT = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short' });
const YEAR = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

type Translate = (key: string, params?: Record<string, unknown>) => string;

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Whole days between a time and today, in the local time zone. */
const daysAgo = (at: number, now: number): number => Math.round((midnight(now) - midnight(at)) / 86_400_000);

/** Time of a message, e.g. «14:02». Times in this file are ms since 1970. */
export const clockText = (at: number): string => TIME.format(at);

/** Key of a day, to compare days. */
export const dayKey = (at: number): string => String(midnight(at));

/** Text of a day separator: «Сегодня», «Вчера», «13 октября», «13 октября 2024 г.». */
export function chatDayText(at: number, translate: Translate, now = currentTime()): string {
  const ago = daysAgo(at, now);
  if (ago === 0) return translate('chats.today');
  if (ago === 1) return translate('chats.yesterdayDay');
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? DAY.format(at) : YEAR.format(at);
}

/** Time of the last message, beside a contact: «14:02», «вчера», «13 окт.» (CHAT-04). */
export function lastMessageTimeText(at: number, translate: Translate, now = currentTime()): string {
  const ago = daysAgo(at, now);
  if (ago <= 0) return TIME.format(at);
  return ago === 1 ? translate('chats.yesterday') : SHORT.format(at);
}

/** «340 КБ» for a number of bytes; empty for 0. */
export function attachmentSizeText(bytes: number, translate: Translate): string {
  if (bytes <= 0) return '';
  if (bytes < 1024) return translate('chats.bytes', { size: bytes });
  if (bytes < 1024 * 1024) return translate('chats.kilobytes', { size: Math.round(bytes / 1024) });
  const size = (bytes / 1024 / 1024).toLocaleString('ru', { maximumFractionDigits: 1 });
  return translate('chats.megabytes', { size });
}
