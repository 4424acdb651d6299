import '#i18n/story-viewer-texts.ts';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { useInTurn } from './in-turn.ts';
import classes from './neighbours.module.css';
import type { Tell } from './use-viewer.ts';
import { besideGroup } from './viewer-state.ts';

/** Beside a narrower frame there is no room for them. */
const ROOM = '(min-width: 859px)';
/** The sides of the frame, with the step that leads to the group there. */
const SIDES = [
  ['previous', -1],
  ['next', 1],
] as const;
/** The cover that is seen on a side, that which a move forward brings there, and that which a move back does. */
const SHIFTS = [0, 1, -1] as const;

interface NeighboursProps {
  stories: readonly Story[];
  /** Index of the open group. */
  group: number;
  /** Name of a group by its index, never empty; the same function as long as the names are. */
  storyTitle: (index: number) => string;
  tell: Tell;
}

/** The groups before and after the open one (STORY-04); a click opens one. */
export const Neighbours = memo(function Neighbours({ stories, ...rest }: NeighboursProps) {
  const fit = useMediaQuery(ROOM, { noSsr: true });
  if (!fit || stories.length < 2) return null;
  return SIDES.map(([side, step]) => <Neighbour key={side} side={side} step={step} stories={stories} {...rest} />);
});

/** Its covers are drawn and laid out before a move brings them, so that the move itself only shows them. */
const Neighbour = memo(function Neighbour({
  side,
  step,
  stories,
  group,
  storyTitle,
  tell,
}: NeighboursProps & { side: 'previous' | 'next'; step: -1 | 1 }) {
  const translate = useTranslate();
  const { length: groups } = stories;
  const besideIndex = besideGroup({ groups, group }, step);
  const [coverParts, needed] = useMemo(() => {
    const covers = SHIFTS.map((shift) => coverPart(besideGroup({ groups, group: besideIndex }, shift)));
    return [covers, covers.slice(0, 1)];
  }, [groups, besideIndex]);
  const covers = useInTurn(coverParts, needed);
  return (
    <button
      type="button"
      className={`${classes.neighbour} ${classes[side]}`}
      aria-label={translate(`stories.${side}Group`, { title: storyTitle(besideIndex) })}
      onClick={() => tell({ type: 'group', group: besideIndex })}
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
