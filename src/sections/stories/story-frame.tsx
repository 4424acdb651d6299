import { type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { Frame } from './booklets.ts';
import classes from './story-frame.module.css';

/** What became of a frame's picture or film. */
export type Arrival = 'here' | 'failed' | 'awaited';

/** What a frame is told and tells. */
export interface StoryFrameProps {
  frame: Frame;
  /** Whether this is the frame that is seen; the others only load. */
  current: boolean;
  /** Whether a film runs: nothing holds the viewer. */
  playing: boolean;
  /** Grows with every move, so that a frame shown again begins again. */
  turn: number;
  onArrival: (arrival: Arrival) => void;
}

/** Background of a frame, cut to fill (STORY-13): seen or loading ahead under the one that is seen. */
export function StoryFrame(props: StoryFrameProps) {
  const { frame, current, onArrival } = props;
  const tell = useRef(onArrival);
  tell.current = onArrival;
  useEffect(() => {
    if (!frame.file) tell.current('failed');
  }, [frame.file]);
  if (!frame.file) return null;
  const Background = frame.kind === 'video' ? Film : Picture;
  return (
    <div className={classes.layer} data-current={current || undefined}>
      <Background {...props} file={frame.file} />
    </div>
  );
}

function Picture({ file, onArrival }: StoryFrameProps & { file: string }) {
  return (
    <img
      className={classes.background}
      src={file}
      alt=""
      draggable={false}
      onLoad={() => onArrival('here')}
      onError={() => onArrival('failed')}
    />
  );
}

/** A film without sound that runs while its frame is seen and stops with it (STORY-14). */
function Film({ file, current, playing, turn, onArrival }: StoryFrameProps & { file: string }) {
  const film = useRef<HTMLVideoElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn begins the film anew
  useLayoutEffect(() => {
    const element = film.current;
    if (element && element.currentTime !== 0) element.currentTime = 0;
  }, [current, turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a film that came to its end in the turn before plays again
  useLayoutEffect(() => {
    const element = film.current;
    if (!element || !current || !playing) return;
    // Turned down when it is paused before it began, or where the browser lets nothing play by itself: then its
    // first picture stands for it, and a film that cannot be read says so by its error event.
    element.play().catch(() => undefined);
    return () => element.pause();
  }, [current, playing, turn]);
  const isHere = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) =>
    onArrival(currentTarget.error ? 'failed' : 'here');
  return (
    <video
      className={classes.background}
      ref={film}
      src={file}
      muted
      playsInline
      preload="auto"
      disablePictureInPicture
      aria-hidden
      tabIndex={-1}
      onLoadedData={isHere}
      onCanPlay={isHere}
      onPlaying={isHere}
      onWaiting={() => onArrival('awaited')}
      onError={() => onArrival('failed')}
    />
  );
}
