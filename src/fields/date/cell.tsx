import { useTranslate } from 'react-admin';
import { currentDate } from '#resources/clock.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { toDate } from './days.ts';

const THIS_YEAR = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const ANY_YEAR = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

/** «5 марта», with the year when it is another one (SHELL-36). */
export function dateText(date: Date, now = currentDate()): string {
  const same = date.getFullYear() === now.getFullYear();
  return (same ? THIS_YEAR : ANY_YEAR).format(date).replace(/\s?г\.$/, '');
}

/** A calendar day in words. */
export default function DateCell({ value }: CellProps<'date'>) {
  const translate = useTranslate();
  const date = toDate(value);
  return date ? <time dateTime={String(value)}>{dateText(date)}</time> : translate('engine.list.nothing');
}

/** Filters by one day; the browser's own picker, so that a list needs no other. */
export function DateFilter({ label, value, onChange }: FilterProps<'date'>) {
  return (
    <FilterBox
      label={label}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onText={(typed) => onChange(typed || undefined)}
    />
  );
}
