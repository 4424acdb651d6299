import { useWatch } from 'react-hook-form';
import type { FieldOf } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { type Asked, useServerList } from '../parts/server-list.ts';

/** What a field offers, by what the form around holds; nothing while something it depends on is not chosen. */
export function useOffered({ from, id = 'id', by = {} }: FieldOf<'one-of'>) {
  const names = Object.keys(by);
  const held = useWatch({ name: Object.values(by) }) as unknown[];
  const query = Object.fromEntries(names.map((name, at) => [name, held[at]])) as Asked;
  return useServerList(names.some((name) => isEmpty(query[name])) ? null : from, { key: id, query });
}
