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

/** Content of the viewer: frame, neighbouring stories, close button. The modal layer passes a ref and further props. */
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
  const { state, dispatch } = useViewer(stories.length, start);
  // A step renders twice: first the visible frame, which is loaded already, then everything else with the deferred state.
  const deferredState = useDeferredValue(state);
  const story = stories[deferredState.storyIndex];
  const paused = state.brakes.includes('pause');
  const storyTitle = useCallback(
    (index: number) => stories[index]?.title || translate('stories.nameless', { number: index + 1 }),
    [stories, translate],
  );

  useEffect(() => {
    if (!story) return;
    let isReported = false;
    const reportOpened = () => {
      if (!isReported) onOpened(story.id);
      isReported = true;
    };
    const cancelIdle = whenIdle(reportOpened);
    return () => {
      cancelIdle();
      reportOpened();
    };
  }, [story, onOpened]);
  if (!story) return null;

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    // With these modifiers the arrows are shortcuts of the browser or the system.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    if (move) dispatch({ type: move });
    else if (event.key === ' ' && event.target === event.currentTarget) {
      dispatch({ type: paused ? 'unbrake' : 'brake', brake: 'pause' });
    } else return;
    event.preventDefault();
  };
  return (
    <div
      {...layer}
      className={classes.viewer}
      role="dialog"
      aria-modal
      aria-label={storyTitle(deferredState.storyIndex)}
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <CloseButton label={translate('stories.close')} onClose={onClose} />
      <StoryLoaders stories={stories} state={deferredState} dispatch={dispatch} />
      <Neighbours stories={stories} storyIndex={deferredState.storyIndex} storyTitle={storyTitle} dispatch={dispatch} />
      <StoryStage
        stories={stories}
        state={state}
        deferredState={deferredState}
        dispatch={dispatch}
        storyTitle={storyTitle}
      />
      <VideoWarmUp />
    </div>
  );
}

const CloseButton = memo(function Cross({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button type="button" className={classes.close} aria-label={label} onClick={onClose}>
      <Close aria-hidden />
    </button>
  );
});

/**
 * The first video of a page makes the browser load its styles for video controls, so a hidden one is rendered while the viewer
 * opens and nothing is animated yet.
 */
const VideoWarmUp = memo(function Kindling() {
  const [isWarm, setIsWarm] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIsWarm(true))), []);
  return isWarm ? null : <video hidden muted aria-hidden tabIndex={-1} />;
});
