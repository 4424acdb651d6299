import { createContext, useContext } from 'react';

/** The scrolling element of the page. */
export const ScrollAreaContext = createContext<HTMLElement | null>(null);

/** The scrolling element of the surrounding page, for virtual lists; null before it is mounted. */
export function useScrollArea(): HTMLElement | null {
  return useContext(ScrollAreaContext);
}
