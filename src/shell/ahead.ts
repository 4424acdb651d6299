import { createContext, useContext, useMemo } from 'react';

/** Brings what a page at an address is drawn with, before it is gone to. */
export type BringAhead = (path: string) => void;

/** Given by the app. */
export const BringAheadContext = createContext<BringAhead>(() => undefined);

/** Handlers of a link that bring its page when somebody is about to follow it: by pointer, keyboard or finger. */
export function useAhead(path: string) {
  const bring = useContext(BringAheadContext);
  return useMemo(() => {
    const come = () => bring(path);
    return { onPointerEnter: come, onFocusCapture: come, onTouchStartCapture: come };
  }, [bring, path]);
}
