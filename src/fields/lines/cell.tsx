import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** All lines, separated by semicolons; a dash if there are none. */
export default function LinesCell({ value }: CellProps<'lines'>) {
  const translate = useTranslate();
  return Array.isArray(value) && value.length ? value.join('; ') : translate('engine.list.nothing');
}
