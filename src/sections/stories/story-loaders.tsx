import { memo, startTransition, useEffect, useLayoutEffect } from 'react';
import { type Story, useFrames } from './booklets.ts';
import { useAtLeisure } from './in-turn.ts';
import type { Tell } from './use-viewer.ts';
import { besideGroup, NOT_LOADED, storyCount, type ViewerState } from './viewer-state.ts';

interface LoaderProps {
  story: Story;
  group: number;
  tell: Tell;
}

/**
 * Asks for the frames of the open story, and of the next one while the last frame of this one is shown, so that it goes on
 * without a gap. Draws nothing: what comes is told to the viewer.
 */
export function StoryLoaders({ stories, state, tell }: { stories: readonly Story[]; state: ViewerState; tell: Tell }) {
  const { group, known } = state;
  const next = besideGroup(state, 1);
  const count = storyCount(state);
  const ending = useAtLeisure(count !== null && state.story === count - 1);
  const [here, after] = [stories[group], stories[next]];
  const awaited = (index: number) => known[index] === undefined || known[index] === NOT_LOADED;
  return (
    <>
      {here && awaited(group) ? <OpenStory key={here.id} story={here} group={group} tell={tell} /> : null}
      {after && ending && next !== group && awaited(next) ? (
        <ComingStory key={`coming ${after.id}`} story={after} group={next} tell={tell} />
      ) : null}
    </>
  );
}

/** One that does not load is passed like a story of one frame. */
const OpenStory = memo(function OpenStory({ story, group, tell }: LoaderProps) {
  const { frames, failed } = useFrames(story);
  useLayoutEffect(() => {
    if (frames) tell({ type: 'known', group, frames });
  }, [frames, group, tell]);
  useLayoutEffect(() => {
    if (!failed) return;
    tell({ type: 'known', group, frames: NOT_LOADED });
    tell({ type: 'arrival', group, story: 0, arrival: 'failed' });
    return () => tell({ type: 'arrival', group, story: 0, arrival: 'awaited' });
  }, [failed, group, tell]);
  return null;
});

/** Not to be seen yet: noted when there is time. */
const ComingStory = memo(function ComingStory({ story, group, tell }: LoaderProps) {
  const { frames } = useFrames(story);
  useEffect(() => {
    if (frames) startTransition(() => tell({ type: 'known', group, frames }));
  }, [frames, group, tell]);
  return null;
});
