import type { Frame } from './booklets.ts';
import { frameKey } from './viewer-state.ts';

/** How many frames load ahead of the visible one. */
const AHEAD = 2;

/** A drawn frame: the visible one, or one loading beneath it. */
export interface Layer {
  /** Stable for a frame of a story, so that a preloaded frame is the element that is shown. */
  key: string;
  /** Index of its story. */
  storyIndex: number;
  /** Index of it in the story. */
  frameIndex: number;
  frame: Frame;
}

/** A story by its index, with its frames; null until they are known. */
interface StoryFrames {
  storyIndex: number;
  frames: readonly Frame[] | null;
}

const makeLayers = ({ storyIndex, frames }: StoryFrames): Layer[] =>
  (frames ?? []).map((frame, frameIndex) => ({ key: frameKey(storyIndex, frameIndex), storyIndex, frameIndex, frame }));

/**
 * The visible frame, the one before it and the following ones, across the end of the story into the next.
 * @param frameIndex index of the frame that is seen; below 0 while that is not known
 */
export function framesAround(current: StoryFrames, frameIndex: number, next: StoryFrames): Layer[] {
  if (frameIndex < 0) return [];
  const around = [...makeLayers(current), ...makeLayers(next)].slice(
    Math.max(0, frameIndex - 1),
    frameIndex + AHEAD + 1,
  );
  // The only story comes after itself: each of its frames is drawn once.
  return around.filter(({ key }, at) => around.findIndex((other) => other.key === key) === at);
}
