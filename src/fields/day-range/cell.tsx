import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** «15–25 числа месяца». */
export default function DayRangeCell({ value, field }: CellProps<'day-range'>) {
  const translate = useTranslate();
  const days = (value ?? {}) as Record<string, number | null>;
  const [start, end] = [days[field.start], days[field.end]];
  if (!start || !end) return translate('engine.list.nothing');
  return translate('engine.fields.dayRange', { start, end });
}
