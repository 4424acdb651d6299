import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotices } from '#console/data/notices.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/**
 * Whether somebody has added records since the list was fetched, as the notifications say: a list that is being read
 * must not jump by itself.
 * @returns the answer, and how to say that the list was fetched anew
 */
export function useFreshRecords({ name }: Pick<Resource, 'name'>): [boolean, () => void] {
  const notices = useNotices();
  const known = useRef<ReadonlySet<string> | null>(null);
  known.current ??= new Set(notices.map(({ id }) => id));
  const [fresh, setFresh] = useState(false);
  useEffect(() => {
    const seen = known.current;
    if (notices.some(({ type, id }) => type === name && !seen?.has(id))) setFresh(true);
    known.current = new Set([...(seen ?? []), ...notices.map(({ id }) => id)]);
  }, [notices, name]);
  const taken = useCallback(() => setFresh(false), []);
  return [fresh, taken];
}
