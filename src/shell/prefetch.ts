import { createContext, useContext, useMemo } from 'react';

/** Prefetches the code of the page at a path. */
export type PrefetchPage = (path: string) => void;

/** Provided by the app. */
export const PrefetchContext = createContext<PrefetchPage>(() => undefined);

/** Event handlers for a link that prefetch its page on hover, focus or touch. */
export function usePrefetch(path: string) {
  const prefetch = useContext(PrefetchContext);
  return useMemo(() => {
    const prefetchPage = () => prefetch(path);
    return { onPointerEnter: prefetchPage, onFocusCapture: prefetchPage, onTouchStartCapture: prefetchPage };
  }, [prefetch, path]);
}
