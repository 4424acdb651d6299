import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import classes from './story-head.module.css';
import type { Tell } from './use-viewer.ts';

/** What stands above a frame: cover and name of its story, and the button that stops it (DESIGN §4). */
export const StoryHead = memo(function StoryHead({
  cover,
  title,
  paused,
  tell,
}: {
  cover: string | null;
  title: string;
  paused: boolean;
  tell: Tell;
}) {
  const translate = useTranslate();
  return (
    <header className={classes.head}>
      {cover ? <img className={classes.mark} src={cover} alt="" /> : null}
      <span className={classes.name}>{title}</span>
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
