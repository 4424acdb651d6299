import { memo, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { type Story, useFrames } from './booklets.ts';
import { useAtLeisure } from './in-turn.ts';
import type { Tell } from './use-viewer.ts';
import { besideGroup, loadedFrames, NOT_LOADED, storyCount, type ViewerState } from './viewer-state.ts';

/**
 * Asks for the frames of the open story, and of the next one while the last frame of this one is shown, so that it goes on
 * without a gap. Draws nothing: what comes is told to the viewer.
 */
export function StoryLoaders({ stories, state, tell }: { stories: readonly Story[]; state: ViewerState; tell: Tell }) {
  const { group } = state;
  const next = besideGroup(state, 1);
  const count = storyCount(state);
  const ended = useAtLeisure(count !== null && state.story === count - 1 ? group : null);
  // A frame that failed to preload is loaded again when it is opened.
  const [missed, miss] = useState<number | null>(null);
  const wanted = ended === group && next !== group && next !== missed ? [group, next] : [group];
  return wanted.map((index) => {
    const story = stories[index];
    // One that is asked for ahead goes on being asked for by the same as it is opened.
    return story && !loadedFrames(state, index) ? (
      <Loader key={story.id} story={story} group={index} coming={index !== group} onMissed={miss} tell={tell} />
    ) : null;
  });
}

const Loader = memo(function Loader({
  story,
  group,
  coming,
  onMissed,
  tell,
}: {
  story: Story;
  group: number;
  /** Whether it is not to be seen yet: what comes is noted when there is time, and that nothing came is not yet said. */
  coming: boolean;
  onMissed: (group: number) => void;
  tell: Tell;
}) {
  const { frames, failed } = useFrames(story);
  useLayoutEffect(() => {
    if (frames && !coming) tell({ type: 'known', group, frames });
  }, [frames, coming, group, tell]);
  useEffect(() => {
    if (frames && coming) startTransition(() => tell({ type: 'known', group, frames }));
  }, [frames, coming, group, tell]);
  // One that does not load is passed like a story of one frame.
  useLayoutEffect(() => {
    if (!failed) return;
    if (coming) return onMissed(group);
    tell({ type: 'known', group, frames: NOT_LOADED });
    tell({ type: 'arrival', group, story: 0, arrival: 'failed' });
    return () => tell({ type: 'arrival', group, story: 0, arrival: 'awaited' });
  }, [failed, coming, group, onMissed, tell]);
  return null;
});
