import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

const WHEN = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });

/** «21.11.2026, 18:00», by this clock. */
export default function MomentCell({ value }: Pick<CellProps<'moment'>, 'value'>) {
  const translate = useTranslate();
  const at = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(at.getTime()) ? translate('engine.list.nothing') : WHEN.format(at);
}
