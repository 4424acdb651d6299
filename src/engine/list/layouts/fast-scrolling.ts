import { createContext, useContext } from 'react';

/** Whether the lines that come now pass by too fast to be read or pressed. */
export const FastScrollingContext = createContext(false);

/**
 * Whether the card in question passes by in the midst of a scroll too fast to be read: what can be pressed, or is dear to
 * draw, may wait until the list is slower. A card keeps its size meanwhile.
 */
export const useIsFastScrolling = (): boolean => useContext(FastScrollingContext);

/** Heights of the window a second: from this speed on nothing can be read, and below half of it everything can. */
const FAST = 10;
/** Between two notes of one movement there are at most so many milliseconds; a jump by a key is no movement. */
const TOGETHER = 100;

/** Tells whether a scroll is fast, by what is noted of it. */
export function scrollSpeed(): (offset: number, height: number, at: number, scrolling: boolean) => boolean {
  let last: { offset: number; at: number } | null = null;
  let fast = false;
  return (offset, height, at, scrolling) => {
    const since = last ? at - last.at : Number.POSITIVE_INFINITY;
    if (!scrolling || height === 0 || since > TOGETHER) fast = false;
    else if (last && since > 0) {
      const speed = (Math.abs(offset - last.offset) / height / since) * 1000;
      fast = speed > (fast ? FAST / 2 : FAST);
    }
    last = scrolling ? { offset, at } : null;
    return fast;
  };
}
