import type { Frame } from './booklets.ts';
import { frameKey } from './viewer-state.ts';

/** How many frames load ahead of the visible one. */
const AHEAD = 2;

/** A drawn frame: the visible one, or one loading beneath it. */
export interface Layer {
  /** Stable for a frame of a story, so that a preloaded frame is the element that is shown. */
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
 * The visible frame, the one before it and the following ones, across the end of the story into the next.
 * @param place index of the frame that is seen; below 0 while that is not known
 */
export function framesAround(here: Frames, place: number, coming: Frames): Layer[] {
  if (place < 0) return [];
  const around = [...makeLayers(here), ...makeLayers(coming)].slice(Math.max(0, place - 1), place + AHEAD + 1);
  // The only story comes after itself: each of its frames is drawn once.
  return around.filter(({ key }, at) => around.findIndex((other) => other.key === key) === at);
}
