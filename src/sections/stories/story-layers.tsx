import { memo } from 'react';
import type { Layer } from './frames-around.ts';
import { StoryFrame } from './story-frame.tsx';
import classes from './story-viewer.module.css';
import type { Tell } from './use-viewer.ts';
import type { ViewerState } from './viewer-state.ts';

/** The backgrounds of the frames: the visible one, and beneath it the loading ones. */
export const StoryLayers = memo(function StoryLayers({
  layers,
  open,
  turn,
  runs,
  arrivals,
  tell,
}: {
  layers: readonly Layer[];
  /** Key of the visible frame. */
  open: string;
  /** Whether nothing holds the viewer. */
  runs: boolean;
  tell: Tell;
} & Pick<ViewerState, 'turn' | 'arrivals'>) {
  const arrival = arrivals[open] ?? 'awaited';
  return (
    <div className={classes.layers} data-arrival={arrival}>
      {layers.map((layer) => {
        const current = layer.key === open && arrival !== 'failed';
        return (
          <StoryFrame
            key={layer.key}
            layer={layer}
            hasArrived={arrivals[layer.key] === 'here'}
            current={current}
            playing={current && runs}
            turn={current ? turn : 0}
            tell={tell}
          />
        );
      })}
    </div>
  );
});
