import { memo, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { type Story, useFrames } from './booklets.ts';
import { useWhenIdle } from './in-turn.ts';
import type { ViewerDispatch } from './use-viewer.ts';
import { frameCount, loadedFrames, NOT_LOADED_FRAMES, neighbourIndex, type ViewerState } from './viewer-state.ts';

/**
 * Fetches the frames of the open story and, while its last frame is shown, those of the next story, so that there is no gap.
 * Renders nothing; the results are dispatched to the viewer.
 */
export function StoryLoaders({
  stories,
  state,
  dispatch,
}: {
  stories: readonly Story[];
  state: ViewerState;
  dispatch: ViewerDispatch;
}) {
  const { storyIndex } = state;
  const next = neighbourIndex(state, 1);
  const count = frameCount(state);
  const endedStory = useWhenIdle(count !== null && state.frameIndex === count - 1 ? storyIndex : null);
  // A story that failed to preload is loaded again when it is opened.
  const [failedPreload, setFailedPreload] = useState<number | null>(null);
  const indexesToLoad =
    endedStory === storyIndex && next !== storyIndex && next !== failedPreload ? [storyIndex, next] : [storyIndex];
  return indexesToLoad.map((index) => {
    const story = stories[index];
    // The key keeps the same Loader when a preloaded story is opened.
    return story && !loadedFrames(state, index) ? (
      <Loader
        key={story.id}
        story={story}
        storyIndex={index}
        isPreload={index !== storyIndex}
        onPreloadFailed={setFailedPreload}
        dispatch={dispatch}
      />
    ) : null;
  });
}

const Loader = memo(function Loader({
  story,
  storyIndex,
  isPreload,
  onPreloadFailed,
  dispatch,
}: {
  story: Story;
  storyIndex: number;
  /** Whether the story is only preloaded: its frames are dispatched with low priority, and an error is not shown yet. */
  isPreload: boolean;
  onPreloadFailed: (storyIndex: number) => void;
  dispatch: ViewerDispatch;
}) {
  const { frames, failed } = useFrames(story);
  useLayoutEffect(() => {
    if (frames && !isPreload) dispatch({ type: 'known', storyIndex, frames });
  }, [frames, isPreload, storyIndex, dispatch]);
  useEffect(() => {
    if (frames && isPreload) startTransition(() => dispatch({ type: 'known', storyIndex, frames }));
  }, [frames, isPreload, storyIndex, dispatch]);
  // A story that fails to load is shown as one failed frame.
  useLayoutEffect(() => {
    if (!failed) return;
    if (isPreload) return onPreloadFailed(storyIndex);
    dispatch({ type: 'known', storyIndex, frames: NOT_LOADED_FRAMES });
    dispatch({ type: 'arrival', storyIndex, frameIndex: 0, arrival: 'failed' });
    return () => dispatch({ type: 'arrival', storyIndex, frameIndex: 0, arrival: 'awaited' });
  }, [failed, isPreload, storyIndex, onPreloadFailed, dispatch]);
  return null;
});
