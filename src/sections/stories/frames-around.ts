import type { Frame } from './booklets.ts';
import { frameKey } from './viewer-state.ts';

/** How many frames load ahead of the one that is seen. */
const AHEAD = 2;

/** A frame that is drawn: the one that is seen, or one that loads beneath it. */
export interface Layer {
  /** The same for the same frame of the same story, so that what has loaded ahead is what is then shown. */
  key: string;
  /** Index of its story. */
  group: number;
  /** Index of it in the story. */
  place: number;
  frame: Frame;
}

/** A story by its index, with its frames; null until they are known. */
interface Frames {
  group: number;
  frames: readonly Frame[] | null;
}

const makeLayers = ({ group, frames }: Frames): Layer[] =>
  (frames ?? []).map((frame, place) => ({ key: frameKey(group, place), group, place, frame }));

/**
 * The frame that is seen, the one before it and those after it, over the end of the story into the next one.
 * @param place index of the frame that is seen; below 0 while that is not known
 */
export function framesAround(here: Frames, place: number, coming: Frames): Layer[] {
  if (place < 0) return [];
  const around = [...makeLayers(here), ...makeLayers(coming)].slice(Math.max(0, place - 1), place + AHEAD + 1);
  // The only story comes after itself: each of its frames is drawn once.
  return around.filter(({ key }, at) => around.findIndex((other) => other.key === key) === at);
}
