import '#i18n/story-viewer-texts.ts';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { useIdleRendering } from './in-turn.ts';
import classes from './neighbours.module.css';
import type { ViewerDispatch } from './use-viewer.ts';
import { neighbourIndex } from './viewer-state.ts';

/** Media query of windows with room for the neighbouring stories. */
const ROOM_QUERY = '(min-width: 859px)';
/** Sides of the frame, each with the step to the story there. */
const SIDES = [
  ['previous', -1],
  ['next', 1],
] as const;
/** Covers rendered on a side, by offset: the visible one, and those that a step forward or back brings there. */
const SHIFTS = [0, 1, -1] as const;

interface NeighboursProps {
  stories: readonly Story[];
  /** Index of the open story. */
  storyIndex: number;
  /** Title of a story by its index, never empty; must keep its identity, or memo fails. */
  storyTitle: (index: number) => string;
  dispatch: ViewerDispatch;
}

/** The stories before and after the open one (STORY-04); a click opens one. */
export const Neighbours = memo(function Neighbours({ stories, ...rest }: NeighboursProps) {
  const hasRoom = useMediaQuery(ROOM_QUERY, { noSsr: true });
  if (!hasRoom || stories.length < 2) return null;
  return SIDES.map(([side, step]) => <Neighbour key={side} side={side} step={step} stories={stories} {...rest} />);
});

/** Covers are rendered before a step needs them, so that the step only has to show them. */
const Neighbour = memo(function Neighbour({
  side,
  step,
  stories,
  storyIndex,
  storyTitle,
  dispatch,
}: NeighboursProps & { side: 'previous' | 'next'; step: -1 | 1 }) {
  const translate = useTranslate();
  const { length: storyTotal } = stories;
  const besideIndex = neighbourIndex({ storyTotal, storyIndex }, step);
  const [coverParts, needed] = useMemo(() => {
    const covers = SHIFTS.map((shift) => coverPart(neighbourIndex({ storyTotal, storyIndex: besideIndex }, shift)));
    return [covers, covers.slice(0, 1)];
  }, [storyTotal, besideIndex]);
  const covers = useIdleRendering(coverParts, needed);
  return (
    <button
      type="button"
      className={`${classes.neighbour} ${classes[side]}`}
      aria-label={translate(`stories.${side}Group`, { title: storyTitle(besideIndex) })}
      onClick={() => dispatch({ type: 'group', storyIndex: besideIndex })}
    >
      {covers.map(({ key, index }) => (
        <Cover key={key} story={stories[index]} title={storyTitle(index)} isShown={index === besideIndex} />
      ))}
    </button>
  );
});

const coverPart = (index: number) => ({ key: String(index), index });

const Cover = memo(function Cover({
  story,
  title,
  isShown,
}: {
  story: Story | undefined;
  title: string;
  isShown: boolean;
}) {
  return (
    <span className={classes.story} data-shown={isShown || undefined} aria-hidden>
      <CoverPicture address={story?.cover?.medium} className={classes.cover} />
      <b className={classes.title}>{title}</b>
    </span>
  );
});
