import { useContext, useSyncExternalStore } from 'react';
import { PreviewContext } from '#console/data/preview.ts';
import { PX } from '#resources/limits.ts';

/** The three layouts (SHELL-35): up to 858 px, 859 to 1000, above. */
export type Width = 'mobile' | 'tablet' | 'desktop';

const mobile = globalThis.matchMedia?.(`(max-width: ${PX.mobileMax}px)`);
const tablet = globalThis.matchMedia?.(`(max-width: ${PX.tabletMax}px)`);

function subscribe(listener: () => void): () => void {
  mobile?.addEventListener('change', listener);
  tablet?.addEventListener('change', listener);
  return () => {
    mobile?.removeEventListener('change', listener);
    tablet?.removeEventListener('change', listener);
  };
}

function now(): Width {
  if (mobile?.matches) return 'mobile';
  return tablet?.matches ? 'tablet' : 'desktop';
}

/** The layout that fits the window, followed. */
export function useWidth(): Width {
  const width = useSyncExternalStore(subscribe, now);
  return useContext(PreviewContext)?.isPhone ? 'mobile' : width;
}
