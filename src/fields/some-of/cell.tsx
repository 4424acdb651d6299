import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { useServerList } from '../parts/server-list.ts';

/** Names of the selected items; bare ids, as our own server stores them, are looked up in their list. */
export default function SomeOfCell({ value, field }: CellProps<'some-of'>) {
  const { from, text = 'label' } = field;
  const translate = useTranslate();
  const selected: readonly unknown[] = Array.isArray(value) ? value : [];
  const { items } = useServerList(selected.some((one) => typeof one === 'number') ? from : null);
  const names = selected
    .map((one) => (typeof one === 'number' ? items.find(({ id }) => id === one) : (one as Record<string, unknown>)))
    .map((item) => item?.[text])
    .filter((name) => typeof name === 'string');
  return names.length ? names.join(', ') : translate('engine.list.nothing');
}
