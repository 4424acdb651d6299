import { type Ref, useLayoutEffect, useState } from 'react';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';

/** A text of so many characters is short: a unit, a code. */
const SHORT = 20;

/** How much of a line a column takes: at least so many px, and its share of what is left. */
export function columnTrack(column: FieldInput): { least: number; share: number } {
  if (traitsOf(column).isNumeric) return { least: 112, share: 2 };
  if (!traitsOf(column).isTitle) return { least: 112, share: 3 };
  return 'max' in column && Number(column.max) <= SHORT ? { least: 72, share: 1 } : { least: 120, share: 4 };
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
