import { type RefObject, useEffect, useRef } from 'react';
import { PX } from '#resources/limits.ts';
import type { Rows } from './rows.ts';

/**
 * Has the next page of an endless list loaded when the mark at its end is in sight, or nearly (A§9). One that did not come
 * is not asked for again by itself: only when the end is left and reached anew.
 * @param area what scrolls
 * @returns for the mark
 */
export function useNearEnd(
  area: HTMLElement | null,
  { more, isFetching }: Pick<Rows, 'more' | 'isFetching'>,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const wanted = more?.has === true && !isFetching;
  const failed = more?.failed === true;
  const pages = more?.pages;
  const load = useRef(more?.load);
  load.current = more?.load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page so short that the end stays in sight has the next one loaded
  useEffect(() => {
    const element = end.current;
    if (!element || !area || !wanted) return;
    let left = !failed;
    const see: IntersectionObserverCallback = (entries) => {
      const seen = entries.at(-1)?.isIntersecting;
      if (!seen) left = true;
      else if (left) load.current?.();
    };
    const observer = new IntersectionObserver(see, { root: area, rootMargin: `0px 0px ${PX.newsEdge}px 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, wanted, failed, pages]);
  return end;
}
