import { idsOf } from '#resources/language/kinds/ids.ts';
import type { FullProps } from '../field-props.ts';
import { useServerList } from '../parts/server-list.ts';
import { SetDifference } from '../parts/set-difference.tsx';

/** What is chosen of a list, by name. */
export default function FullSomeOf({ value, other, field: { from, text = 'label' } }: FullProps<'some-of'>) {
  const { items } = useServerList(from);
  const named = idsOf(value).map((id) => {
    const name = items.find((item) => item.id === id)?.[text];
    return { key: id, node: typeof name === 'string' ? name : `№${id}` };
  });
  return <SetDifference items={named} others={new Set(idsOf(other))} />;
}
