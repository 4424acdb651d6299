import type { Frame } from './booklets.ts';

/** How many frames load ahead of the one that is seen. */
const AHEAD = 2;

/** A frame that is drawn: the one that is seen, or one that loads beneath it. */
export interface Layer {
  /** The same for the same frame of the same story, so that what has loaded ahead is what is then shown. */
  key: string;
  frame: Frame;
  current: boolean;
}

/**
 * The frame that is seen, the one before it and those after it, over the end of the story into the next one.
 * @param here the open story and the index of its frame; `frames` is null until they are known
 * @param coming the story after it, by the same rule
 */
export function framesAround(
  here: { id: number; frames: readonly Frame[] | null; place: number },
  coming: { id: number; frames: readonly Frame[] | null },
): Layer[] {
  const own = (here.frames ?? []).map((frame, index) => ({
    key: `${here.id}/${index}`,
    frame,
    current: index === here.place,
  }));
  // The only story comes after itself: its first frame is drawn once.
  const others = (coming.id === here.id ? [] : (coming.frames ?? [])).map((frame, index) => ({
    key: `${coming.id}/${index}`,
    frame,
    current: false,
  }));
  if (here.place < 0) return [];
  return [...own, ...others].slice(Math.max(0, here.place - 1), here.place + AHEAD + 1);
}
