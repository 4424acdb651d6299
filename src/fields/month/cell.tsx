import { useTranslate } from 'react-admin';
import { monthToDate } from '../date/days.ts';
import type { CellProps } from '../field-props.ts';

const MONTH_FORMAT = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric' });

/** A month, «март 2024». */
export default function MonthCell({ value }: CellProps<'month'>) {
  const translate = useTranslate();
  const date = monthToDate(value);
  return date ? MONTH_FORMAT.format(date).replace(/\s?г\.$/, '') : translate('engine.list.nothing');
}
