/** Normalises a typed time to `HH:MM`: «9:30», «09.30», «9:30:00»; any other text is unchanged. */
export function normalizeTime(input: string): string {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(input.trim()) ?? [];
  return hour ? `${hour.padStart(2, '0')}:${minute}` : input.trim();
}

const unit = (name: 'hour' | 'minute') =>
  new Intl.NumberFormat('ru', { style: 'unit', unit: name, useGrouping: false });
const [HOURS, MINUTES] = [unit('hour'), unit('minute')];

/** Formats minutes: 90 → «1 ч 30 мин». */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60];
  const parts = [...(hours ? [HOURS.format(hours)] : []), ...(rest || !hours ? [MINUTES.format(rest)] : [])];
  return parts.join(' ').replaceAll('\u00a0', ' ');
}

/** Hours with an optional fraction, minutes with or without a unit, or both. */
const DURATION = /^(?:(\d{1,6}(?:[.,]\d{1,2})?)ч(?:ас(?:а|ов)?)?\.?)?(?:(\d{1,8})(?:м(?:ин(?:ут[аы]?)?)?\.?)?)?$/;

/**
 * Parses a typed duration to minutes: «1 ч 30 мин», «1:30», «1,5 ч», «90». Null for an empty text; the text itself if it is
 * invalid, so that validation can report it.
 */
export function parseDuration(input: string): number | string | null {
  const text = input.replace(/[\s\u00a0\u202f]/g, '').toLowerCase();
  if (text === '') return null;
  if (/^\d{1,8}$/.test(text)) return Number(text);
  const clock = /^(\d{1,6}):([0-5]\d)(?::00)?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const match = DURATION.exec(text);
  if (!match) return input;
  const minutes = Number((match[1] ?? '0').replace(',', '.')) * 60 + Number(match[2] ?? 0);
  const whole = Math.round(minutes);
  return Math.abs(minutes - whole) < 0.001 ? whole : input;
}
