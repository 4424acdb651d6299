import { memo, type SyntheticEvent, startTransition, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Layer } from './frames-around.ts';
import classes from './story-viewer.module.css';
import type { Tell } from './use-viewer.ts';
import type { Arrival } from './viewer-state.ts';

/** Props of a frame. */
export interface StoryFrameProps {
  layer: Layer;
  /** Whether its picture or film has come. */
  hasArrived: boolean;
  /** Whether this is the frame that is seen; the others only load. */
  current: boolean;
  /** Whether a video plays: its frame is visible and the viewer is not paused. */
  playing: boolean;
  /** Grows with every move while it is seen, so that a frame shown again begins again. */
  turn: number;
  tell: Tell;
}
type BackgroundProps = Pick<StoryFrameProps, 'current' | 'playing' | 'turn'> & {
  file: string;
  onArrival: (arrival: Arrival) => void;
};

/** Background of a frame, cut to fill (STORY-13): visible, or loading ahead beneath the visible one. */
export const StoryFrame = memo(function StoryFrame({ layer, hasArrived, tell, ...playback }: StoryFrameProps) {
  const { storyIndex, frameIndex, frame } = layer;
  const { file } = frame;
  const report = useCallback(
    (arrival: Arrival) => tell({ type: 'arrival', group: storyIndex, story: frameIndex, arrival }),
    [storyIndex, frameIndex, tell],
  );
  // The state of a hidden frame is recorded when idle: the visible frame is moving meanwhile.
  const arrived = (arrival: Arrival) => (playback.current ? report(arrival) : startTransition(() => report(arrival)));
  useEffect(() => {
    if (!file) report('failed');
  }, [file, report]);
  // Mounted anew it loads anew, and the clock waits for it once more.
  useEffect(() => () => startTransition(() => report('awaited')), [report]);
  if (!file) return null;
  const Background = frame.kind === 'video' ? Film : Picture;
  return (
    <div
      className={classes.storyFrameLayer}
      data-here={hasArrived || undefined}
      data-current={playback.current || undefined}
    >
      <Background {...playback} file={file} onArrival={arrived} />
    </div>
  );
});

/** A picture counts as there once it is unpacked as well, so that showing it costs no frame. */
function Picture({ file, onArrival }: BackgroundProps) {
  const onReady = () => onArrival('here');
  return (
    <img
      className={classes.background}
      src={file}
      alt=""
      draggable={false}
      // One that cannot be unpacked ahead is unpacked when it is drawn.
      onLoad={({ currentTarget }) => void currentTarget.decode().then(onReady, onReady)}
      onError={() => onArrival('failed')}
    />
  );
}

/** A film without sound that runs while its frame is seen and stops with it (STORY-14). */
function Film({ file, current, playing, turn, onArrival }: BackgroundProps) {
  const film = useRef<HTMLVideoElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn begins the film anew
  useLayoutEffect(() => {
    const element = film.current;
    if (element && element.currentTime !== 0) element.currentTime = 0;
  }, [current, turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a film that came to its end in the turn before plays again
  useLayoutEffect(() => {
    const element = film.current;
    if (!element || !playing) return;
    // Turned down when it is paused before it began, or where the browser lets nothing play by itself: then its
    // first picture stands for it, and a film that cannot be read says so by its error event.
    element.play().catch(() => undefined);
    return () => element.pause();
  }, [playing, turn]);
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
