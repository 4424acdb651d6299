import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

const MOMENT_FORMAT = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });

/** A moment in the browser's time zone, «21.11.2026, 18:00». */
export default function MomentCell({ value }: Pick<CellProps<'moment'>, 'value'>) {
  const translate = useTranslate();
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? translate('engine.list.nothing') : MOMENT_FORMAT.format(date);
}
