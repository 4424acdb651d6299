import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a page one has come to by a link, so that a screen reader says where
 * one is. The first page of a visit leaves the focus alone.
 */
export function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const first = useRef(key === 'default');
  useEffect(() => {
    if (!first.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
