import { startTransition, useEffect, useLayoutEffect, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Delayed } from '#console/ui/skeleton.tsx';
import { type Story, useFrames } from './booklets.ts';
import { framesAround } from './frames-around.ts';
import { useAtLeisure, useInTurn } from './in-turn.ts';
import { Progress } from './progress.tsx';
import { StoryHead } from './story-head.tsx';
import { StoryLayers } from './story-layers.tsx';
import classes from './story-stage.module.css';
import { StoryTexts } from './story-texts.tsx';
import { type Tell, wantsStillness } from './use-viewer.ts';
import { arrivalNow, besideGroup, lengthNow, openKey, storyCount, type ViewerState } from './viewer-state.ts';
import { Zones } from './zones.tsx';

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
  title,
}: {
  stories: readonly Story[];
  state: ViewerState;
  settled: ViewerState;
  tell: Tell;
  /** Name of the open story, never empty. */
  title: string;
}) {
  const translate = useTranslate();
  const { group, story: place } = settled;
  const here = stories[group] ?? null;
  const next = besideGroup(settled, 1);
  const count = storyCount(settled);
  const { frames, failed, retry } = useFrames(here);
  // The next story is asked for while the last frame of this one is shown, so that it goes on without a gap.
  const ending = useAtLeisure(count !== null && place === count - 1);
  const { frames: coming } = useFrames(ending ? (stories[next] ?? null) : null);

  useLayoutEffect(() => {
    if (frames) tell({ type: 'known', group, durations: frames.map(({ duration }) => duration) });
  }, [frames, group, tell]);
  // Not to be seen yet: noted when there is time.
  useEffect(() => {
    if (!coming) return;
    const durations = coming.map(({ duration }) => duration);
    startTransition(() => tell({ type: 'known', group: next, durations }));
  }, [coming, next, tell]);

  // One that does not load is passed like a story of one frame.
  useLayoutEffect(() => {
    if (!failed) return;
    tell({ type: 'known', group, durations: [null] });
    tell({ type: 'arrival', group, story: 0, arrival: 'failed' });
    return () => tell({ type: 'arrival', group, story: 0, arrival: 'awaited' });
  }, [failed, group, tell]);

  const around = useMemo(
    () => framesAround({ group, frames }, place, { group: next, frames: coming }),
    [group, frames, place, next, coming],
  );
  const open = openKey(state);
  const layers = useInTurn(around, open);
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
        {here?.cover && arrival !== 'here' ? <img className={classes.cover} src={here.cover.medium} alt="" /> : null}
        <StoryLayers layers={layers} state={state} tell={tell} />
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
      <Zones tell={tell} />
      <div aria-live={paused ? 'polite' : 'off'}>
        {failed ? <StoryTexts frame={null} shown failed tell={tell} /> : null}
        {layers.map(({ key, frame }) => (
          <StoryTexts
            key={key}
            frame={frame}
            shown={key === open}
            failed={frame.file !== null && state.arrivals[key] === 'failed'}
            tell={tell}
          />
        ))}
      </div>
      <StoryHead cover={here?.cover?.medium ?? null} title={title} paused={paused} tell={tell} />
      {failed ? (
        <button type="button" className={classes.again} onClick={retry}>
          {translate('stories.again')}
        </button>
      ) : null}
    </article>
  );
}
