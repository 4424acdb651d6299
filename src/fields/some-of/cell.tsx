import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { useServerList } from '../parts/server-list.ts';

/** Names of the chosen items; bare ids (our backend) are looked up in their list. */
export default function SomeOfCell({ value, field }: CellProps<'some-of'>) {
  const { from, text = 'label' } = field;
  const translate = useTranslate();
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const { items } = useServerList(chosen.some((one) => typeof one === 'number') ? from : null);
  const names = chosen
    .map((one) => (typeof one === 'number' ? items.find(({ id }) => id === one) : (one as Record<string, unknown>)))
    .map((thing) => thing?.[text])
    .filter((name) => typeof name === 'string');
  return names.length ? names.join(', ') : translate('engine.list.nothing');
}
