import { createContext, useContext } from 'react';

/** Whether new rows scroll by too fast to be read or clicked. */
export const FastScrollingContext = createContext(false);

/**
 * Whether the surrounding card scrolls by too fast to be read: controls and expensive content may wait until scrolling slows
 * down. The card must keep its size meanwhile.
 */
export const useIsFastScrolling = (): boolean => useContext(FastScrollingContext);

/** Viewport heights per second above which nothing can be read; scrolling counts as fast until half this speed. */
const FAST_SPEED = 10;
/** Maximum time between two events of one scroll, ms; a jump by a key is a single event. */
const SAME_SCROLL_MS = 100;

/** Creates a detector that tells from successive scroll offsets whether scrolling is fast. */
export function createFastScrollDetector(): (
  offset: number,
  height: number,
  time: number,
  isScrolling: boolean,
) => boolean {
  let lastNote: { offset: number; at: number } | null = null;
  let isFast = false;
  return (offset, height, at, isScrolling) => {
    const elapsed = lastNote ? at - lastNote.at : Number.POSITIVE_INFINITY;
    if (!isScrolling || height === 0 || elapsed > SAME_SCROLL_MS) isFast = false;
    else if (lastNote && elapsed > 0) {
      const speed = (Math.abs(offset - lastNote.offset) / height / elapsed) * 1000;
      isFast = speed > (isFast ? FAST_SPEED / 2 : FAST_SPEED);
    }
    lastNote = isScrolling ? { offset, at } : null;
    return isFast;
  };
}
