import Close from '@mui/icons-material/Close';
import { type ComponentPropsWithRef, type KeyboardEvent, memo, useDeferredValue, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Story } from './booklets.ts';
import { atLeisure } from './leisure.ts';
import { Neighbour } from './neighbour.tsx';
import { StoryStage } from './story-stage.tsx';
import classes from './story-viewer.module.css';
import { useViewer } from './use-viewer.ts';
import { besideGroup } from './viewer-state.ts';

const MOVES: Readonly<Record<string, 'previous' | 'next'>> = { ArrowLeft: 'previous', ArrowRight: 'next' };
const SIDES = [
  ['previous', -1],
  ['next', 1],
] as const;

/** The viewer inside its modal layer, which gives it a ref and the rest of its props: the frame, its neighbours, the cross. */
export function StoryDialog({
  stories,
  start,
  onOpened,
  onClose,
  ...layer
}: {
  stories: readonly Story[];
  start: number;
  onOpened: (id: number) => void;
  onClose: () => void;
} & ComponentPropsWithRef<'div'>) {
  const translate = useTranslate();
  const { state, tell } = useViewer(stories.length, start);
  // A move is two drawings: first the frame that is looked at, which is there already, then all that goes with it.
  const settled = useDeferredValue(state);
  const story = stories[settled.group];
  const paused = state.brakes.includes('pause');
  const titleOf = (index: number) => stories[index]?.title || translate('stories.nameless', { number: index + 1 });

  useEffect(() => {
    if (!story) return;
    let noted = false;
    const note = () => {
      if (!noted) onOpened(story.id);
      noted = true;
    };
    const takeBack = atLeisure(note);
    return () => {
      takeBack();
      note();
    };
  }, [story, onOpened]);
  if (!story) return null;

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    // With these keys the arrows are the browser's and the system's.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    if (move) tell({ type: move });
    else if (event.key === ' ' && event.target === event.currentTarget) {
      tell({ type: paused ? 'unbrake' : 'brake', brake: 'pause' });
    } else return;
    event.preventDefault();
  };
  return (
    <div
      {...layer}
      className={classes.viewer}
      role="dialog"
      aria-modal
      aria-label={titleOf(settled.group)}
      tabIndex={-1}
      onKeyDown={press}
    >
      {(stories.length > 1 ? SIDES : []).map(([side, step]) => {
        const index = besideGroup(settled, step);
        const beside = stories[index];
        return beside ? (
          <Neighbour key={side} side={side} story={beside} index={index} title={titleOf(index)} tell={tell} />
        ) : null;
      })}
      <StoryStage stories={stories} state={state} settled={settled} tell={tell} title={titleOf(settled.group)} />
      <Cross label={translate('stories.close')} onClose={onClose} />
    </div>
  );
}

const Cross = memo(function Cross({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button type="button" className={classes.close} aria-label={label} onClick={onClose}>
      <Close aria-hidden />
    </button>
  );
});
