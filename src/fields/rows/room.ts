import { type Ref, useLayoutEffect, useState } from 'react';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';

/** Maximum length of a text that counts as short, such as a unit or a code. */
const SHORT_LENGTH = 20;

/** Width of a column: minimum in CSS pixels, and share of the remaining space. */
export function columnWidth(column: FieldInput): { least: number; share: number } {
  if (getTraits(column).isNumeric) return { least: 112, share: 2 };
  if (!getTraits(column).isTitle) return { least: 112, share: 3 };
  return 'max' in column && Number(column.max) <= SHORT_LENGTH ? { least: 72, share: 1 } : { least: 120, share: 4 };
}

/** Whether the element with the ref `area` is at least `minWidth` CSS pixels wide. */
export function useHasRoom(minWidth: number): { area: Ref<HTMLDivElement>; hasRoom: boolean } {
  const [hasRoom, setHasRoom] = useState(false);
  // State rather than a ref, because the element may mount later than its component.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = () => setHasRoom(element.clientWidth >= minWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, minWidth]);
  return { area: setElement, hasRoom };
}
