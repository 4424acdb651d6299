import '#i18n/story-viewer-texts.ts';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Delayed } from '#console/ui/states/skeleton.tsx';
import { type Story, useLoadAgain } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { framesAround, type Layer } from './frames-around.ts';
import { useInTurn } from './in-turn.ts';
import { Progress } from './progress.tsx';
import { StoryHead } from './story-head.tsx';
import { StoryLayers } from './story-layers.tsx';
import { StoryNavigation } from './story-navigation.tsx';
import { StoryTexts } from './story-texts.tsx';
import classes from './story-viewer.module.css';
import { type Tell, wantsStillness } from './use-viewer.ts';
import {
  arrivalNow,
  besideGroup,
  hasFailed,
  lengthNow,
  loadedFrames,
  openKey,
  storyCount,
  type ViewerState,
} from './viewer-state.ts';

/** A frame is begun with its picture or film, which has to load; its words come after. */
const PARTS = ['picture', 'texts'] as const;
const layerParts = (layer: Layer) => PARTS.map((part) => ({ key: `${part} ${layer.key}`, part, layer }));
type Part = ReturnType<typeof layerParts>[number];
const layersWith = (kind: Part['part'], parts: readonly Part[]) =>
  parts.filter(({ part }) => part === kind).map(({ layer }) => layer);

/**
 * The frame of the viewer, 460 px by 90vh (STORY-12): background, progress, name of the story, title and text.
 * @param state what is to be seen at once: which of the frames that are there already
 * @param settled the same a moment later: what is fetched and made ready for the next moves, so that a move is drawn in time
 */
export function StoryStage({
  stories,
  state,
  settled,
  tell,
  storyTitle,
}: {
  stories: readonly Story[];
  state: ViewerState;
  settled: ViewerState;
  tell: Tell;
  /** Name of a story by its index, never empty; the same function as long as the names are. */
  storyTitle: (index: number) => string;
}) {
  const translate = useTranslate();
  const { group, story: place } = settled;
  const openStory = stories[group] ?? null;
  const next = besideGroup(settled, 1);
  const count = storyCount(settled);
  const [frames, nextFrames] = [loadedFrames(settled, group), loadedFrames(settled, next)];
  const failed = hasFailed(state);
  const loadAgain = useLoadAgain();
  const around = useMemo(
    () => framesAround({ storyIndex: group, frames }, place, { storyIndex: next, frames: nextFrames }),
    [group, frames, place, next, nextFrames],
  );
  const open = openKey(state);
  const [allParts, needed] = useMemo(() => {
    const at = around.findIndex(({ key }) => key === open);
    const [before, after] = [around.slice(0, Math.max(0, at)), around.slice(Math.max(0, at))];
    const parts = [...after, ...before].flatMap(layerParts);
    return [parts, parts.filter(({ layer }) => layer.key === open)];
  }, [around, open]);
  const drawnParts = useInTurn(allParts, needed);
  const pictures = useMemo(() => layersWith('picture', drawnParts), [drawnParts]);
  const title = storyTitle(group);
  const arrival = arrivalNow(state);
  const paused = state.brakes.includes('pause');
  return (
    <article
      className={classes.stage}
      aria-label={count && place >= 0 ? translate('stories.viewer', { title, number: place + 1, total: count }) : title}
      data-story={stories[state.group]?.id}
      data-frame={state.story}
      data-running={state.since !== null}
    >
      <div className={classes.picture}>
        {arrival === 'here' ? null : <CoverPicture address={openStory?.cover?.medium} className={classes.cover} bare />}
        <StoryLayers
          layers={pictures}
          open={open}
          turn={state.turn}
          runs={state.brakes.length === 0}
          arrivals={state.arrivals}
          tell={tell}
        />
        {arrival === 'awaited' && !failed ? (
          <Delayed key={state.turn} ms={400}>
            <span className={classes.spinner} />
          </Delayed>
        ) : null}
        <div className={classes.shade} />
        <Progress
          count={storyCount(state) ?? 1}
          story={state.story}
          turn={state.turn}
          length={lengthNow(state)}
          runs={state.since !== null}
          still={paused && wantsStillness()}
        />
      </div>
      <StoryNavigation tell={tell} />
      <div aria-live={paused ? 'polite' : 'off'}>
        {failed ? <StoryTexts frame={null} isShown failed tell={tell} /> : null}
        {layersWith('texts', drawnParts).map(({ key, frame }) => (
          <StoryTexts
            key={key}
            frame={frame}
            isShown={key === open}
            failed={frame.file !== null && state.arrivals[key] === 'failed'}
            tell={tell}
          />
        ))}
      </div>
      <StoryHead stories={stories} group={group} storyTitle={storyTitle} paused={paused} tell={tell} />
      {failed ? (
        <button type="button" className={classes.again} onClick={() => openStory && loadAgain(openStory)}>
          {translate('stories.again')}
        </button>
      ) : null}
    </article>
  );
}
