import type { Frame } from './booklets.ts';
import { frameKey } from './viewer-state.ts';

/** Number of frames preloaded after the visible one. */
const PRELOAD_AHEAD = 2;

/** A rendered frame: the visible one, or one preloaded beneath it. */
export interface Layer {
  /** Stable for a frame of a story, so that a preloaded frame is the element that is shown. */
  key: string;
  /** Index of its story. */
  storyIndex: number;
  /** Index of the frame in its story. */
  frameIndex: number;
  frame: Frame;
}

/** A story by its index, with its frames; null until they are loaded. */
interface StoryFrames {
  storyIndex: number;
  frames: readonly Frame[] | null;
}

const makeLayers = ({ storyIndex, frames }: StoryFrames): Layer[] =>
  (frames ?? []).map((frame, frameIndex) => ({ key: frameKey(storyIndex, frameIndex), storyIndex, frameIndex, frame }));

/**
 * The visible frame, the one before it and the following ones, across the end of the story into the next.
 * @param frameIndex index of the visible frame; negative while it is unknown
 */
export function framesAround(current: StoryFrames, frameIndex: number, next: StoryFrames): Layer[] {
  if (frameIndex < 0) return [];
  const around = [...makeLayers(current), ...makeLayers(next)].slice(
    Math.max(0, frameIndex - 1),
    frameIndex + PRELOAD_AHEAD + 1,
  );
  // A single story is its own successor, so its frames would occur twice.
  return around.filter(({ key }, index) => around.findIndex((other) => other.key === key) === index);
}
