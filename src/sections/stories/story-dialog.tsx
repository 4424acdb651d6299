import '#i18n/story-viewer-texts.ts';
import Close from '@mui/icons-material/Close';
import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { whenIdle } from '#console/ui/timing/when-idle.ts';
import type { Story } from './booklets.ts';
import { Neighbours } from './neighbours.tsx';
import { StoryLoaders } from './story-loaders.tsx';
import { StoryStage } from './story-stage.tsx';
import classes from './story-viewer.module.css';
import { useViewer } from './use-viewer.ts';

const MOVES: Readonly<Record<string, 'previous' | 'next'>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

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
  const storyTitle = useCallback(
    (index: number) => stories[index]?.title || translate('stories.nameless', { number: index + 1 }),
    [stories, translate],
  );

  useEffect(() => {
    if (!story) return;
    let noted = false;
    const note = () => {
      if (!noted) onOpened(story.id);
      noted = true;
    };
    const takeBack = whenIdle(note);
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
      aria-label={storyTitle(settled.group)}
      tabIndex={-1}
      onKeyDown={press}
    >
      <Cross label={translate('stories.close')} onClose={onClose} />
      <StoryLoaders stories={stories} state={settled} tell={tell} />
      <Neighbours stories={stories} group={settled.group} titleOf={storyTitle} tell={tell} />
      <StoryStage stories={stories} state={state} settled={settled} tell={tell} titleOf={storyTitle} />
      <Kindling />
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

/**
 * With the first film of a page the browser reads its own style sheet for the controls of films. That is had while the viewer
 * opens, when nothing moves yet.
 */
const Kindling = memo(function Kindling() {
  const [kindled, note] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => note(true))), []);
  return kindled ? null : <video hidden muted aria-hidden tabIndex={-1} />;
});
