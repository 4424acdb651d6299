import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Lets an element grow without its animation, which is for collapsing: a new toast is there at once. */
export function useGrowAtOnce(element: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count);
  useLayoutEffect(() => {
    const list = element.current;
    if (list && count > before.current) {
      list.style.transition = 'none';
      // Reading a measure makes the browser take the new height before the animation is back.
      list.getBoundingClientRect();
      list.style.transition = '';
    }
    before.current = count;
  }, [element, count]);
}
