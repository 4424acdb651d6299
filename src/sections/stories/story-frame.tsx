import { memo, type SyntheticEvent, startTransition, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Layer } from './frames-around.ts';
import classes from './story-viewer.module.css';
import type { ViewerDispatch } from './use-viewer.ts';
import type { Arrival } from './viewer-state.ts';

/** Props of a frame. */
export interface StoryFrameProps {
  layer: Layer;
  /** Whether its picture or video is loaded. */
  hasArrived: boolean;
  /** Whether this is the visible frame; the others only load. */
  isCurrent: boolean;
  /** Whether a video plays: its frame is visible and the viewer is not paused. */
  isPlaying: boolean;
  /** Increases with every step while the frame is visible, so that a frame shown again restarts. */
  turn: number;
  dispatch: ViewerDispatch;
}
type BackgroundProps = Pick<StoryFrameProps, 'isCurrent' | 'isPlaying' | 'turn'> & {
  file: string;
  onArrival: (arrival: Arrival) => void;
};

/** Background of a frame, cropped to fill it (STORY-13): visible, or preloaded beneath the visible one. */
export const StoryFrame = memo(function StoryFrame({ layer, hasArrived, dispatch, ...playback }: StoryFrameProps) {
  const { storyIndex, frameIndex, frame } = layer;
  const { file } = frame;
  const report = useCallback(
    (arrival: Arrival) => dispatch({ type: 'arrival', storyIndex, frameIndex, arrival }),
    [storyIndex, frameIndex, dispatch],
  );
  // The state of a hidden frame has low priority, because the visible frame may be animated.
  const handleArrival = (arrival: Arrival) =>
    playback.isCurrent ? report(arrival) : startTransition(() => report(arrival));
  useEffect(() => {
    if (!file) report('failed');
  }, [file, report]);
  // After a remount the file loads again, and the timer must wait for it again.
  useEffect(() => () => startTransition(() => report('awaited')), [report]);
  if (!file) return null;
  const Background = frame.kind === 'video' ? VideoBackground : PictureBackground;
  return (
    <div
      className={classes.storyFrameLayer}
      data-here={hasArrived || undefined}
      data-current={playback.isCurrent || undefined}
    >
      <Background {...playback} file={file} onArrival={handleArrival} />
    </div>
  );
});

/** A picture counts as loaded once it is decoded too, so that showing it drops no frame of an animation. */
function PictureBackground({ file, onArrival }: BackgroundProps) {
  const onReady = () => onArrival('here');
  return (
    <img
      className={classes.background}
      src={file}
      alt=""
      draggable={false}
      // If decode() rejects, the browser decodes the picture when it is painted.
      onLoad={({ currentTarget }) => void currentTarget.decode().then(onReady, onReady)}
      onError={() => onArrival('failed')}
    />
  );
}

/** A muted video that plays while its frame is visible (STORY-14). */
function VideoBackground({ file, isCurrent, isPlaying, turn, onArrival }: BackgroundProps) {
  const video = useRef<HTMLVideoElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn restarts the video
  useLayoutEffect(() => {
    const element = video.current;
    if (element && element.currentTime !== 0) element.currentTime = 0;
  }, [isCurrent, turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a video that ended in the previous turn plays again
  useLayoutEffect(() => {
    const element = video.current;
    if (!element || !isPlaying) return;
    // Rejects if the video is paused before it starts or autoplay is blocked: then its first picture stays. An unreadable video
    // fires an error event anyway.
    element.play().catch(() => undefined);
    return () => element.pause();
  }, [isPlaying, turn]);
  const reportLoaded = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) =>
    onArrival(currentTarget.error ? 'failed' : 'here');
  return (
    <video
      className={classes.background}
      ref={video}
      src={file}
      muted
      playsInline
      preload="auto"
      disablePictureInPicture
      aria-hidden
      tabIndex={-1}
      onLoadedData={reportLoaded}
      onCanPlay={reportLoaded}
      onPlaying={reportLoaded}
      onWaiting={() => onArrival('awaited')}
      onError={() => onArrival('failed')}
    />
  );
}
