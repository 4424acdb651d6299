import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** What is chosen, by name. */
export default function SomeOfCell({ value, field }: CellProps<'some-of'>) {
  const translate = useTranslate();
  const items: readonly Record<string, unknown>[] = Array.isArray(value) ? value : [];
  const names = items.map((item) => item[field.text ?? 'label']).filter((name) => typeof name === 'string');
  return names.length ? names.join(', ') : translate('engine.list.nothing');
}
