import '#i18n/story-viewer-texts.ts';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import { memo, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { useIdleRendering } from './in-turn.ts';
import classes from './story-head.module.css';
import type { ViewerDispatch } from './use-viewer.ts';
import { neighbourIndex } from './viewer-state.ts';

/**
 * Header of a frame: cover and title of its story, and the pause button. The titles of the neighbouring stories are rendered in
 * advance.
 * @param storyIndex index of the open story
 * @param storyTitle title of a story by its index, never empty; must keep its identity, or memo fails
 */
export const StoryHead = memo(function StoryHead({
  stories,
  storyIndex,
  storyTitle,
  isPaused,
  dispatch,
}: {
  stories: readonly Story[];
  storyIndex: number;
  storyTitle: (index: number) => string;
  isPaused: boolean;
  dispatch: ViewerDispatch;
}) {
  const translate = useTranslate();
  return (
    <header className={classes.head}>
      <StoryNames stories={stories} storyIndex={storyIndex} storyTitle={storyTitle} />
      <button
        type="button"
        className={classes.pause}
        aria-label={translate(isPaused ? 'stories.play' : 'stories.pause')}
        onClick={() => dispatch({ type: isPaused ? 'unbrake' : 'brake', brake: 'pause' })}
      >
        {isPaused ? <PlayArrow aria-hidden /> : <Pause aria-hidden />}
      </button>
    </header>
  );
});

/** Offsets of the stories whose titles are rendered: the open one and its neighbours. */
const NEIGHBOUR_STEPS = [0, 1, -1] as const;
const namePart = (index: number) => ({ key: String(index), index });

const StoryNames = memo(function Names({
  stories,
  storyIndex,
  storyTitle,
}: {
  stories: readonly Story[];
  storyIndex: number;
  storyTitle: (index: number) => string;
}) {
  const [parts, needed] = useMemo(() => {
    const { length: storyTotal } = stories;
    const around = NEIGHBOUR_STEPS.map((step) => namePart(neighbourIndex({ storyTotal, storyIndex }, step)));
    return [around, [namePart(storyIndex)]];
  }, [stories, storyIndex]);
  const names = useIdleRendering(parts, needed);
  return (
    <div className={classes.names}>
      {names.map(({ key, index }) => {
        const story = stories[index];
        const shown = index === storyIndex;
        return story ? (
          <div key={key} className={classes.story} data-shown={shown || undefined} aria-hidden={!shown}>
            <CoverPicture address={story.cover?.medium} className={classes.mark} bare />
            <span className={classes.name}>{storyTitle(index)}</span>
          </div>
        ) : null;
      })}
    </div>
  );
});
