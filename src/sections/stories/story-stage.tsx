import '#i18n/story-viewer-texts.ts';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Delayed } from '#console/ui/states/skeleton.tsx';
import { type Story, useRefetchFrames } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { framesAround, type Layer } from './frames-around.ts';
import { useIdleRendering } from './in-turn.ts';
import { Progress } from './progress.tsx';
import { StoryHead } from './story-head.tsx';
import { StoryLayers } from './story-layers.tsx';
import { StoryNavigation } from './story-navigation.tsx';
import { StoryTexts } from './story-texts.tsx';
import classes from './story-viewer.module.css';
import { prefersReducedMotion, type ViewerDispatch } from './use-viewer.ts';
import {
  frameCount,
  hasFailed,
  loadedFrames,
  neighbourIndex,
  openArrival,
  openFrameLength,
  openKey,
  type ViewerState,
} from './viewer-state.ts';

/** Parts of a layer in rendering order: first the picture or video, which has to load, then the texts. */
const LAYER_PARTS = ['picture', 'texts'] as const;
const toLayerParts = (layer: Layer) => LAYER_PARTS.map((part) => ({ key: `${part} ${layer.key}`, part, layer }));
type LayerPart = ReturnType<typeof toLayerParts>[number];
const layersWith = (kind: LayerPart['part'], parts: readonly LayerPart[]) =>
  parts.filter(({ part }) => part === kind).map(({ layer }) => layer);

/**
 * The frame of the viewer, 460 px by 90vh (STORY-12): background, progress, name of the story, title and text.
 * @param state current state, for what is visible at once
 * @param deferredState the same state, deferred: for what is fetched and prepared for the next steps
 */
export function StoryStage({
  stories,
  state,
  deferredState,
  dispatch,
  storyTitle,
}: {
  stories: readonly Story[];
  state: ViewerState;
  deferredState: ViewerState;
  dispatch: ViewerDispatch;
  /** Title of a story by its index, never empty; must keep its identity, or memo fails. */
  storyTitle: (index: number) => string;
}) {
  const translate = useTranslate();
  const { storyIndex, frameIndex } = deferredState;
  const openStory = stories[storyIndex] ?? null;
  const next = neighbourIndex(deferredState, 1);
  const count = frameCount(deferredState);
  const [frames, nextFrames] = [loadedFrames(deferredState, storyIndex), loadedFrames(deferredState, next)];
  const isFailed = hasFailed(state);
  const refetchFrames = useRefetchFrames();
  const nearbyLayers = useMemo(
    () => framesAround({ storyIndex, frames }, frameIndex, { storyIndex: next, frames: nextFrames }),
    [storyIndex, frames, frameIndex, next, nextFrames],
  );
  const openFrameKey = openKey(state);
  const [allParts, needed] = useMemo(() => {
    const openIndex = nearbyLayers.findIndex(({ key }) => key === openFrameKey);
    const [before, after] = [nearbyLayers.slice(0, Math.max(0, openIndex)), nearbyLayers.slice(Math.max(0, openIndex))];
    const parts = [...after, ...before].flatMap(toLayerParts);
    return [parts, parts.filter(({ layer }) => layer.key === openFrameKey)];
  }, [nearbyLayers, openFrameKey]);
  const renderedParts = useIdleRendering(allParts, needed);
  const pictures = useMemo(() => layersWith('picture', renderedParts), [renderedParts]);
  const title = storyTitle(storyIndex);
  const arrival = openArrival(state);
  const isPaused = state.brakes.includes('pause');
  return (
    <article
      className={classes.stage}
      aria-label={
        count && frameIndex >= 0 ? translate('stories.viewer', { title, number: frameIndex + 1, total: count }) : title
      }
      data-story={stories[state.storyIndex]?.id}
      data-frame={state.frameIndex}
      data-running={state.since !== null}
    >
      <div className={classes.picture}>
        {arrival === 'here' ? null : <CoverPicture address={openStory?.cover?.medium} className={classes.cover} bare />}
        <StoryLayers
          layers={pictures}
          openFrameKey={openFrameKey}
          turn={state.turn}
          isRunning={state.brakes.length === 0}
          arrivals={state.arrivals}
          dispatch={dispatch}
        />
        {arrival === 'awaited' && !isFailed ? (
          <Delayed key={state.turn} ms={400}>
            <span className={classes.spinner} />
          </Delayed>
        ) : null}
        <div className={classes.shade} />
        <Progress
          count={frameCount(state) ?? 1}
          frameIndex={state.frameIndex}
          turn={state.turn}
          length={openFrameLength(state)}
          isRunning={state.since !== null}
          isStill={isPaused && prefersReducedMotion()}
        />
      </div>
      <StoryNavigation dispatch={dispatch} />
      <div aria-live={isPaused ? 'polite' : 'off'}>
        {isFailed ? <StoryTexts frame={null} isShown failed dispatch={dispatch} /> : null}
        {layersWith('texts', renderedParts).map(({ key, frame }) => (
          <StoryTexts
            key={key}
            frame={frame}
            isShown={key === openFrameKey}
            failed={frame.file !== null && state.arrivals[key] === 'failed'}
            dispatch={dispatch}
          />
        ))}
      </div>
      <StoryHead
        stories={stories}
        storyIndex={storyIndex}
        storyTitle={storyTitle}
        isPaused={isPaused}
        dispatch={dispatch}
      />
      {isFailed ? (
        <button type="button" className={classes.again} onClick={() => openStory && refetchFrames(openStory)}>
          {translate('stories.again')}
        </button>
      ) : null}
    </article>
  );
}
