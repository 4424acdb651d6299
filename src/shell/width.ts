import { useContext, useSyncExternalStore } from 'react';
import { PreviewContext } from '#console/data/preview.ts';
import { PX } from '#resources/limits.ts';

/** The three layouts (SHELL-35): up to 858 px, 859 to 1000, above. */
export type Width = 'mobile' | 'tablet' | 'desktop';

const mobileQuery = globalThis.matchMedia?.(`(max-width: ${PX.mobileMax}px)`);
const tabletQuery = globalThis.matchMedia?.(`(max-width: ${PX.tabletMax}px)`);

function subscribe(listener: () => void): () => void {
  mobileQuery?.addEventListener('change', listener);
  tabletQuery?.addEventListener('change', listener);
  return () => {
    mobileQuery?.removeEventListener('change', listener);
    tabletQuery?.removeEventListener('change', listener);
  };
}

function currentWidth(): Width {
  if (mobileQuery?.matches) return 'mobile';
  return tabletQuery?.matches ? 'tablet' : 'desktop';
}

/** The layout for the window width; re-renders when it changes. */
export function useWidth(): Width {
  const width = useSyncExternalStore(subscribe, currentWidth);
  return useContext(PreviewContext)?.isPhone ? 'mobile' : width;
}
