import { type Ref, useLayoutEffect, useState } from 'react';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';

/** How much of a line a column takes: at least so many px, and its share of what is left. */
export function columnTrack(column: FieldInput): { least: number; share: number } {
  if (traitsOf(column).isNumeric) return { least: 88, share: 2 };
  return traitsOf(column).isTitle ? { least: 120, share: 4 } : { least: 112, share: 3 };
}

/** Whether the element that is given the `area` is at least so wide, px. */
export function useHasRoom(needed: number): { area: Ref<HTMLDivElement>; hasRoom: boolean } {
  const [hasRoom, setHasRoom] = useState(false);
  // A state, as the element may come later than its component.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = () => setHasRoom(element.clientWidth >= needed);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, needed]);
  return { area: setElement, hasRoom };
}
