import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** How many are ticked. */
export default function ChecklistCell({ value }: CellProps<'checklist'>) {
  const translate = useTranslate();
  return Array.isArray(value) && value.length ? String(value.length) : translate('engine.list.nothing');
}
