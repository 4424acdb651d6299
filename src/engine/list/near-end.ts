import { type RefObject, useEffect, useRef } from 'react';
import { PX } from '#resources/limits.ts';
import type { EndlessPages } from './rows.ts';

/**
 * Has the next page of an endless list loaded when the mark at its end is in sight, or nearly (A§9). One that did not come
 * is not asked for again by itself: only when the end is left and reached anew.
 * @param area what scrolls
 * @param endless null for a list that has no further pages
 * @returns for the mark
 */
export function useNearEnd(
  area: HTMLElement | null,
  endless: EndlessPages | null,
  isFetching: boolean,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const wanted = endless?.hasNextPage === true && !isFetching;
  const failed = endless?.isNextPageFailed === true;
  const pages = endless?.pageCount;
  const load = useRef(endless?.fetchNextPage);
  load.current = endless?.fetchNextPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page so short that the end stays in sight has the next one loaded
  useEffect(() => {
    const element = end.current;
    if (!element || !area || !wanted) return;
    let left = !failed;
    const see: IntersectionObserverCallback = (entries) => {
      const seen = entries.at(-1)?.isIntersecting;
      if (!seen) left = true;
      else if (left) void load.current?.();
    };
    const observer = new IntersectionObserver(see, { root: area, rootMargin: `0px 0px ${PX.newsEdge}px 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, wanted, failed, pages]);
  return end;
}
