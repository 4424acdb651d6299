import { memo } from 'react';
import type { Layer } from './frames-around.ts';
import { StoryFrame } from './story-frame.tsx';
import classes from './story-viewer.module.css';
import type { ViewerDispatch } from './use-viewer.ts';
import type { ViewerState } from './viewer-state.ts';

/** Backgrounds of the frames: the visible one, and the preloaded ones beneath it. */
export const StoryLayers = memo(function StoryLayers({
  layers,
  openFrameKey,
  turn,
  isRunning,
  arrivals,
  dispatch,
}: {
  layers: readonly Layer[];
  /** Key of the visible frame. */
  openFrameKey: string;
  /** Whether nothing pauses the viewer. */
  isRunning: boolean;
  dispatch: ViewerDispatch;
} & Pick<ViewerState, 'turn' | 'arrivals'>) {
  const arrival = arrivals[openFrameKey] ?? 'awaited';
  return (
    <div className={classes.layers} data-arrival={arrival}>
      {layers.map((layer) => {
        const isCurrent = layer.key === openFrameKey && arrival !== 'failed';
        return (
          <StoryFrame
            key={layer.key}
            layer={layer}
            hasArrived={arrivals[layer.key] === 'here'}
            isCurrent={isCurrent}
            isPlaying={isCurrent && isRunning}
            turn={isCurrent ? turn : 0}
            dispatch={dispatch}
          />
        );
      })}
    </div>
  );
});
