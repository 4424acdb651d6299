import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** How the chosen thing is called. */
export default function OneOfCell({ value, field }: CellProps<'one-of'>) {
  const translate = useTranslate();
  const said = (value as Record<string, unknown> | null)?.[field.text ?? 'label'];
  return typeof said === 'string' && said ? said : translate('engine.list.nothing');
}
