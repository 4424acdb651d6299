import { useCallback, useEffect, useRef } from 'react';

/** Tells whether a piece of the page is still there: what was begun in it may end later than it. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
