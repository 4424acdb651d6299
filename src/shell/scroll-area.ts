import { createContext, useContext } from 'react';

/** The element of the page that scrolls. */
export const ScrollAreaContext = createContext<HTMLElement | null>(null);

/** The scrolling element of the page the caller stands in, for virtual lists and edges; null before it is there. */
export function useScrollArea(): HTMLElement | null {
  return useContext(ScrollAreaContext);
}
