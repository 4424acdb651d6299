import { type CSSProperties, memo } from 'react';
import classes from './progress.module.css';

/**
 * A segment for each frame; that of the current frame is filled by a CSS animation, so that the viewer does not re-render for it.
 * @param length duration of the frame, ms
 * @param runs whether its clock runs
 * @param still nothing moves: the frame's segment is full at once
 */
export const Progress = memo(function Progress({
  count,
  frameIndex,
  turn,
  length,
  isRunning,
  isStill,
}: {
  count: number;
  frameIndex: number;
  turn: number;
  length: number;
  isRunning: boolean;
  isStill: boolean;
}) {
  return (
    <div className={classes.bars} aria-hidden>
      {Array.from({ length: count }, (_, index) => {
        const isCurrent = index === frameIndex;
        const isFull = index < frameIndex || (isCurrent && isStill);
        const style = { '--length': `${length}ms`, '--runs': isRunning ? 'running' : 'paused' } as CSSProperties;
        return (
          <span key={isCurrent ? `now-${turn}` : index} className={classes.bar} data-full={isFull || undefined}>
            {isCurrent && !isFull ? <i className={classes.filling} style={style} data-motion="information" /> : null}
          </span>
        );
      })}
    </div>
  );
});
