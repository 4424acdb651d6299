import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import classes from './neighbour.module.css';

/** Cover of the group before or after the open one (STORY-04); a click opens it. */
export function Neighbour({
  story,
  title,
  side,
  onOpen,
}: {
  story: Story;
  /** Its name, never empty. */
  title: string;
  side: 'previous' | 'next';
  onOpen: () => void;
}) {
  const translate = useTranslate();
  return (
    <button
      type="button"
      className={`${classes.neighbour} ${classes[side]}`}
      aria-label={translate(`stories.${side}Group`, { title })}
      onClick={onOpen}
    >
      {story.cover ? <img className={classes.cover} src={story.cover.medium} alt="" draggable={false} /> : null}
      <b className={classes.title}>{title}</b>
    </button>
  );
}
