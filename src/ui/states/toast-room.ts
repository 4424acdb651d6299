import { useLayoutEffect } from 'react';

/** Pixels from the top of the page that a row with a cross in the corner takes. */
const ROW = 76;

/**
 * Has errors come below the first row of the page while the caller is there: what covers the whole page has its cross
 * in the corner they come to, and it must stay within reach.
 */
export function useToastRoom(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-top', `${ROW}px`);
    return () => void style.removeProperty('--toast-top');
  }, []);
}
