import { useLayoutEffect } from 'react';

/** Height of a header row with a close button in the corner, px. */
const HEADER_HEIGHT = 76;

/**
 * Moves error toasts below the first row of the page while mounted: a full-screen view has its close button in the corner where
 * they appear.
 */
export function useToastOffset(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-top', `${HEADER_HEIGHT}px`);
    return () => void style.removeProperty('--toast-top');
  }, []);
}
