import { memo, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import { useInTurn } from './in-turn.ts';
import classes from './neighbours.module.css';
import type { Tell } from './use-viewer.ts';
import { besideGroup } from './viewer-state.ts';

/** The sides of the frame, with the step that leads to the group there. */
const SIDES = [
  ['previous', -1],
  ['next', 1],
] as const;
/** Where a cover is from the one that is seen on its side: after a move one of these is. */
const SHIFTS = [0, 1, -1] as const;

type Side = (typeof SIDES)[number][0];

/** A cover that is seen or may be after the next move. */
interface Place {
  readonly key: string;
  readonly side: Side;
  readonly index: number;
}

/** The covers of both sides, shifted by so many groups. */
function placesOf(groups: number, group: number, shift: (typeof SHIFTS)[number]): Place[] {
  return SIDES.map(([side, step]) => {
    const index = besideGroup({ groups, group: besideGroup({ groups, group }, step) }, shift);
    return { key: `${side} ${index}`, side, index };
  });
}

/**
 * Covers of the groups before and after the open one (STORY-04); a click opens one. Those that a move brings are drawn and
 * laid out before it, so that the move itself only shows them.
 * @param group index of the open one
 * @param titleOf name of a group by its index, never empty; the same function as long as the names are
 */
export const Neighbours = memo(function Neighbours({
  stories,
  group,
  titleOf,
  tell,
}: {
  stories: readonly Story[];
  group: number;
  titleOf: (index: number) => string;
  tell: Tell;
}) {
  const [wanted, needed] = useMemo(() => {
    const { length: groups } = stories;
    if (groups < 2) return [[], []];
    const around = SHIFTS.flatMap((shift) => placesOf(groups, group, shift));
    return [around, placesOf(groups, group, 0)];
  }, [stories, group]);
  return useInTurn(wanted, needed).map(({ key, side, index }) => {
    const story = stories[index];
    const shown = needed.some((place) => place.key === key);
    return story ? (
      <Neighbour key={key} side={side} shown={shown} story={story} index={index} title={titleOf(index)} tell={tell} />
    ) : null;
  });
});

const Neighbour = memo(function Neighbour({
  story,
  index,
  title,
  side,
  shown,
  tell,
}: {
  story: Story;
  index: number;
  title: string;
  side: Side;
  shown: boolean;
  tell: Tell;
}) {
  const translate = useTranslate();
  return (
    <button
      type="button"
      className={`${classes.neighbour} ${classes[side]}`}
      data-shown={shown || undefined}
      aria-hidden={!shown}
      aria-label={translate(`stories.${side}Group`, { title })}
      onClick={() => tell({ type: 'group', group: index })}
    >
      {story.cover ? <img className={classes.cover} src={story.cover.medium} alt="" draggable={false} /> : null}
      <b className={classes.title}>{title}</b>
    </button>
  );
});
