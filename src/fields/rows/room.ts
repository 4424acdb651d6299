import { type RefObject, useLayoutEffect, useState } from 'react';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';

/** How much of a line a column takes: at least so many px, and its share of what is left. */
export function columnTrack(column: FieldInput): { least: number; share: number } {
  if (traitsOf(column).isNumeric) return { least: 88, share: 2 };
  return traitsOf(column).isTitle ? { least: 120, share: 4 } : { least: 112, share: 3 };
}

/** Whether an element is at least so wide, px. */
export function useHasRoom(element: RefObject<HTMLElement | null>, needed: number): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => setHasRoom(measured.clientWidth >= needed);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, needed]);
  return hasRoom;
}
