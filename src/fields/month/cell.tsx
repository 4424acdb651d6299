import { useTranslate } from 'react-admin';
import { monthToDate } from '../date/days.ts';
import type { CellProps } from '../field-props.ts';

const FORMAT = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric' });

/** «март 2024». */
export default function MonthCell({ value }: CellProps<'month'>) {
  const translate = useTranslate();
  const date = monthToDate(value);
  return date ? FORMAT.format(date).replace(/\s?г\.$/, '') : translate('engine.list.nothing');
}
