import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** How many are ticked. */
export default function SelectionCell({ value }: CellProps<'selection'>) {
  const translate = useTranslate();
  const lines: readonly { is_selected?: unknown }[] = Array.isArray(value) ? value : [];
  const ticked = lines.filter((line) => line.is_selected === true).length;
  return ticked ? String(ticked) : translate('engine.list.nothing');
}
