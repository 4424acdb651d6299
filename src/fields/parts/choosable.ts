import { get, useFormState } from 'react-hook-form';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { isClosed } from './closed-mark.ts';
import type { Listed } from './server-list.ts';

/** What can be chosen of a list: what is open, and what the form began with. */
export function useChoosable(items: readonly Listed[], source: string): Listed[] {
  const { defaultValues } = useFormState();
  const began = idsOf([get(defaultValues, source)].flat());
  return items.filter((item) => !isClosed(item) || began.includes(item.id));
}
