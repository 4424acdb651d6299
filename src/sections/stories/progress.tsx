import { type CSSProperties, memo } from 'react';
import classes from './progress.module.css';

/**
 * A segment for every frame; that of the frame fills as its time passes. Drawn by the browser alone, so that the
 * viewer is not drawn anew for it.
 * @param length how long the frame stays, ms
 * @param runs whether its clock runs
 * @param still nothing moves: the frame's segment is full at once
 */
export const Progress = memo(function Progress({
  count,
  story,
  turn,
  length,
  runs,
  still,
}: {
  count: number;
  story: number;
  turn: number;
  length: number;
  runs: boolean;
  still: boolean;
}) {
  return (
    <div className={classes.bars} aria-hidden>
      {Array.from({ length: count }, (_, index) => {
        const now = index === story;
        const full = index < story || (now && still);
        const style = { '--length': `${length}ms`, '--runs': runs ? 'running' : 'paused' } as CSSProperties;
        return (
          <span key={now ? `now-${turn}` : index} className={classes.bar} data-full={full || undefined}>
            {now && !full ? <i className={classes.filling} style={style} data-motion="information" /> : null}
          </span>
        );
      })}
    </div>
  );
});
