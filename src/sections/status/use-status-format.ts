import { useTranslate } from 'react-admin';
import { companyZone } from '#console/data/company-clock.ts';
import type { Status } from '#resources/protocol/status/status.ts';
import type { Concern } from './concerns.ts';

const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const;
const MEGABYTE = 2 ** 20;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Formats bytes: «12,4 МБ», «1,5 ГБ». */
export function diskSizeText(bytes: number): string {
  let value = bytes / MEGABYTE;
  let unitIndex = 0;
  for (; value >= 1_000 && unitIndex < UNITS.length - 1; unitIndex += 1) value /= 1_024;
  const maximumFractionDigits = value < 100 ? 1 : 0;
  return new Intl.NumberFormat('ru', { style: 'unit', unit: UNITS[unitIndex], maximumFractionDigits }).format(value);
}

/** Formats the values of the status page. */
export function useStatusFormat() {
  const translate = useTranslate();
  const moment = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone: companyZone() });
  const clock = new Intl.DateTimeFormat('ru', { timeStyle: 'medium', timeZone: companyZone() });
  const number = new Intl.NumberFormat('ru');
  const when = (at: string): string => (at ? moment.format(new Date(at)) : translate('status.none'));
  return {
    when,
    /** Time of day in the company's time zone. @param at ms since 1970 */
    time: (at: number): string => clock.format(at),
    number: (value: number): string => number.format(value),
    newest: ({ newest }: Status['backups']): string =>
      newest
        ? translate('status.newest', { at: when(newest.made_at), size: diskSizeText(newest.size) })
        : translate('status.none'),
    every: (ms: number): string => {
      if (ms === 0) return translate('status.noBackups');
      const isHours = ms % HOUR === 0;
      return translate(isHours ? 'status.everyHours' : 'status.everyMinutes', {
        smart_count: Math.round(ms / (isHours ? HOUR : MINUTE)),
      });
    },
    files: ({ count, size }: Status['files']): string =>
      translate('status.files', { smart_count: count, size: diskSizeText(size) }),
    replica: ({ is_used: isUsed, lag }: NonNullable<Status['database']['replica']>): string => {
      if (isUsed) return translate('status.replica.used', { lag: number.format(lag ?? 0) });
      if (lag === null) return translate('status.replica.unfit');
      return translate('status.replica.late', { lag: number.format(Math.round(lag / SECOND)) });
    },
    invitations: ({ waiting, failing }: Status['people']): string =>
      failing ? translate('status.failing', { smart_count: waiting, failing }) : number.format(waiting),
    jobs: ({ waiting, since }: Status['jobs']): string =>
      since ? translate('status.overdue', { smart_count: waiting, at: when(since) }) : number.format(waiting),
    concern: ({ name, free, at, count }: Concern): string =>
      translate(`status.concerns.${name}`, {
        free: free === undefined ? '' : diskSizeText(free),
        at: at === undefined ? '' : when(at),
        smart_count: count ?? 0,
      }),
  };
}
