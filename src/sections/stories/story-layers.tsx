import { memo } from 'react';
import type { Layer } from './frames-around.ts';
import { StoryFrame } from './story-frame.tsx';
import classes from './story-layers.module.css';
import type { Tell } from './use-viewer.ts';
import { arrivalNow, openKey, type ViewerState } from './viewer-state.ts';

/** The backgrounds of the frames: the one that is seen, and under it those that load. */
export const StoryLayers = memo(function StoryLayers({
  layers,
  state,
  tell,
}: {
  layers: readonly Layer[];
  state: ViewerState;
  tell: Tell;
}) {
  const { turn, brakes, arrivals } = state;
  const open = openKey(state);
  const arrival = arrivalNow(state);
  return (
    <div className={classes.layers} data-arrival={arrival}>
      {layers.map((layer) => {
        const current = layer.key === open && arrival !== 'failed';
        return (
          <StoryFrame
            key={layer.key}
            layer={layer}
            here={arrivals[layer.key] === 'here'}
            current={current}
            playing={current && brakes.length === 0}
            turn={current ? turn : 0}
            tell={tell}
          />
        );
      })}
    </div>
  );
});
