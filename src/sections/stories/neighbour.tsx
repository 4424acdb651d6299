import { memo } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import classes from './neighbour.module.css';
import type { Tell } from './use-viewer.ts';

/**
 * Cover of the group before or after the open one (STORY-04); a click opens it.
 * @param index its index in the strip
 * @param title its name, never empty
 */
export const Neighbour = memo(function Neighbour({
  story,
  index,
  title,
  side,
  tell,
}: {
  story: Story;
  index: number;
  title: string;
  side: 'previous' | 'next';
  tell: Tell;
}) {
  const translate = useTranslate();
  return (
    <button
      type="button"
      className={`${classes.neighbour} ${classes[side]}`}
      aria-label={translate(`stories.${side}Group`, { title })}
      onClick={() => tell({ type: 'group', group: index })}
    >
      {story.cover ? <img className={classes.cover} src={story.cover.medium} alt="" draggable={false} /> : null}
      <b className={classes.title}>{title}</b>
    </button>
  );
});
