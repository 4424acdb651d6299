import { useCallback, useEffect, useRef } from 'react';

/** Tells whether a piece of the page is still there: what was begun in it may end later than it. */
export function useIsMounted(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
