/** A time as people and spreadsheets write it, «9:30», «09.30», «9:30:00»; what is none stays as it is. */
export function timeOf(input: string): string {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(input.trim()) ?? [];
  return hour ? `${hour.padStart(2, '0')}:${minute}` : input.trim();
}

const unit = (name: 'hour' | 'minute') =>
  new Intl.NumberFormat('ru', { style: 'unit', unit: name, useGrouping: false });
const [HOURS, MINUTES] = [unit('hour'), unit('minute')];

/** «1 ч 30 мин» of 90 minutes. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60];
  const parts = [...(hours ? [HOURS.format(hours)] : []), ...(rest || !hours ? [MINUTES.format(rest)] : [])];
  return parts.join(' ').replaceAll('\u00a0', ' ');
}

/** Hours, whole ones or parts of them; minutes, whose word may be missing; or both. */
const WORDS = /^(?:(\d{1,6}(?:[.,]\d{1,2})?)ч(?:ас(?:а|ов)?)?\.?)?(?:(\d{1,8})(?:м(?:ин(?:ут[аы]?)?)?\.?)?)?$/;

/**
 * The minutes of a duration as people write it: «1 ч 30 мин», «1:30», «1,5 ч», «90». Null for nothing, the text itself for what is
 * none, so that the rule can say so.
 */
export function minutesOf(input: string): number | string | null {
  const text = input.replace(/[\s\u00a0\u202f]/g, '').toLowerCase();
  if (text === '') return null;
  if (/^\d{1,8}$/.test(text)) return Number(text);
  const clock = /^(\d{1,6}):([0-5]\d)(?::00)?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const words = WORDS.exec(text);
  if (!words) return input;
  const minutes = Number((words[1] ?? '0').replace(',', '.')) * 60 + Number(words[2] ?? 0);
  const whole = Math.round(minutes);
  return Math.abs(minutes - whole) < 0.001 ? whole : input;
}
