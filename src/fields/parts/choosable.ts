import { get, useFormState } from 'react-hook-form';
import { idsOf } from '#resources/language/kinds/ids.ts';
import type { Listed } from './server-list.ts';

/** The thing is closed: it is kept where it stands, and cannot be chosen anew. */
export const isClosed = (item: Listed): boolean => item.closed === true;

/** What can be chosen of a list: what is open, and what the form began with. */
export function useChoosable(items: readonly Listed[], source: string): Listed[] {
  const { defaultValues } = useFormState();
  const began = idsOf([get(defaultValues, source)].flat());
  return items.filter((item) => !isClosed(item) || began.includes(item.id));
}
