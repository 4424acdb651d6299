import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** How many files there are. */
export default function FilesCell({ value }: CellProps<'files'>) {
  const translate = useTranslate();
  const count = Array.isArray(value) ? value.length : 0;
  if (count === 0) return translate('engine.list.nothing');
  return translate('engine.fields.filesCount', { smart_count: count });
}
