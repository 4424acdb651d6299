import '#i18n/story-viewer-texts.ts';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import { memo, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { useInTurn } from './in-turn.ts';
import classes from './story-head.module.css';
import type { Tell } from './use-viewer.ts';
import { besideGroup } from './viewer-state.ts';

/**
 * The head above a frame: cover and name of its story, and the button that stops it. The names a move brings
 * are drawn before it.
 * @param group index of the open story
 * @param storyTitle name of a story by its index, never empty; the same function as long as the names are
 */
export const StoryHead = memo(function StoryHead({
  stories,
  group,
  storyTitle,
  paused,
  tell,
}: {
  stories: readonly Story[];
  group: number;
  storyTitle: (index: number) => string;
  paused: boolean;
  tell: Tell;
}) {
  const translate = useTranslate();
  return (
    <header className={classes.head}>
      <Names stories={stories} group={group} storyTitle={storyTitle} />
      <button
        type="button"
        className={classes.pause}
        aria-label={translate(paused ? 'stories.play' : 'stories.pause')}
        onClick={() => tell({ type: paused ? 'unbrake' : 'brake', brake: 'pause' })}
      >
        {paused ? <PlayArrow aria-hidden /> : <Pause aria-hidden />}
      </button>
    </header>
  );
});

/** The open story and those a move leads to, by steps from it. */
const AROUND = [0, 1, -1] as const;
const namePart = (index: number) => ({ key: String(index), index });

const Names = memo(function Names({
  stories,
  group,
  storyTitle,
}: {
  stories: readonly Story[];
  group: number;
  storyTitle: (index: number) => string;
}) {
  const [parts, needed] = useMemo(() => {
    const { length: groups } = stories;
    const around = AROUND.map((step) => namePart(besideGroup({ groups, group }, step)));
    return [around, [namePart(group)]];
  }, [stories, group]);
  const names = useInTurn(parts, needed);
  return (
    <div className={classes.names}>
      {names.map(({ key, index }) => {
        const story = stories[index];
        const shown = index === group;
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
