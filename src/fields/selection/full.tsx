import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import type { FullProps } from '../field-props.ts';
import { SetDifference } from '../parts/set-difference.tsx';

/** What is ticked of the lines that the record brings, by name. */
export default function FullSelection({ value, other, field, source, records }: FullProps<'selection'>) {
  const lines = records.flatMap((record) => [record[field.wire ?? source]].flat()) as { name?: unknown }[];
  const items = idsOf(value).map((id) => {
    const name = lines.find((line) => idOf(line) === id)?.name;
    return { key: id, node: typeof name === 'string' ? name : `№${id}` };
  });
  return <SetDifference items={items} others={new Set(idsOf(other))} />;
}
