import { createContext, useContext, useMemo } from 'react';

/** Brings what a page at an address is drawn with, before it is gone to. */
export type PrefetchPage = (path: string) => void;

/** Given by the app. */
export const PrefetchContext = createContext<PrefetchPage>(() => undefined);

/** Handlers of a link that load its page shortly before it is followed: by pointer, keyboard or finger. */
export function usePrefetch(path: string) {
  const bring = useContext(PrefetchContext);
  return useMemo(() => {
    const come = () => bring(path);
    return { onPointerEnter: come, onFocusCapture: come, onTouchStartCapture: come };
  }, [bring, path]);
}
