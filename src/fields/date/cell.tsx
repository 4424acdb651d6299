import { useTranslate } from 'react-admin';
import { currentDate } from '#resources/clock.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { toDate } from './days.ts';

const DAY_FORMAT = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const DAY_YEAR_FORMAT = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

/** «5 марта», with the year if it is not the current one (SHELL-36). */
export function formatDate(date: Date, now = currentDate()): string {
  const isSameYear = date.getFullYear() === now.getFullYear();
  return (isSameYear ? DAY_FORMAT : DAY_YEAR_FORMAT).format(date).replace(/\s?г\.$/, '');
}

/** A calendar day in words. */
export default function DateCell({ value }: CellProps<'date'>) {
  const translate = useTranslate();
  const date = toDate(value);
  return date ? <time dateTime={String(value)}>{formatDate(date)}</time> : translate('engine.list.nothing');
}

/** Filter by one day with the browser's own picker, so that lists need not load another. */
export function DateFilter({ label, value, onChange }: FilterProps<'date'>) {
  return (
    <FilterBox
      label={label}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onText={(text) => onChange(text || undefined)}
    />
  );
}
