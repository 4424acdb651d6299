import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import { useLayoutEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Delayed } from '#console/ui/skeleton.tsx';
import { type Story, useFrames } from './booklets.ts';
import { framesAround } from './frames-around.ts';
import { Progress } from './progress.tsx';
import { StoryFrame } from './story-frame.tsx';
import classes from './story-stage.module.css';
import { StoryTexts } from './story-texts.tsx';
import { useArrivals } from './use-arrivals.ts';
import { type Tell, wantsStillness } from './use-viewer.ts';
import { besideGroup, frameLength, storyCount, type ViewerState } from './viewer-state.ts';
import { Zones } from './zones.tsx';

/** The frame of the viewer, 460 px by 90vh (STORY-12): background, progress, name of the story, title and text. */
export function StoryStage({
  stories,
  state,
  tell,
  title,
}: {
  stories: readonly Story[];
  state: ViewerState;
  tell: Tell;
  /** Name of the open story, never empty. */
  title: string;
}) {
  const translate = useTranslate();
  const { group, story: place, turn } = state;
  const here = stories[group] ?? null;
  const next = besideGroup(state, 1);
  const count = storyCount(state);
  const { frames, failed, retry } = useFrames(here);
  // The next story is asked for while the last frame of this one is shown, so that it goes on without a gap.
  const ending = count !== null && place === count - 1;
  const { frames: coming } = useFrames(ending ? (stories[next] ?? null) : null);
  const [arrivals, note] = useArrivals();

  useLayoutEffect(() => {
    if (frames) tell({ type: 'known', group, durations: frames.map(({ duration }) => duration) });
  }, [frames, group, tell]);
  useLayoutEffect(() => {
    if (coming) tell({ type: 'known', group: next, durations: coming.map(({ duration }) => duration) });
  }, [coming, next, tell]);

  const layers = here
    ? framesAround({ id: here.id, frames, place }, { id: stories[next]?.id ?? here.id, frames: coming })
    : [];
  const shown = layers.find(({ current }) => current);
  const arrival = shown ? (arrivals.get(shown.key) ?? 'awaited') : 'awaited';
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move begins with a frame that is not there yet
  useLayoutEffect(() => tell({ type: arrival === 'awaited' ? 'loading' : 'ready' }), [arrival, turn, tell]);

  const paused = state.brakes.includes('pause');
  const frame = shown?.frame;
  const missing = arrival === 'failed' && frame?.file ? 'failedFrame' : null;
  const trouble = failed ? 'failed' : missing;
  return (
    <article
      className={classes.stage}
      aria-label={count && place >= 0 ? translate('stories.viewer', { title, number: place + 1, total: count }) : title}
      data-story={here?.id}
      data-frame={place}
      data-running={state.since !== null}
    >
      <div className={classes.picture}>
        {here?.cover && arrival !== 'here' ? <img className={classes.cover} src={here.cover.medium} alt="" /> : null}
        {layers.map((layer) => (
          <StoryFrame
            key={layer.key}
            frame={layer.frame}
            current={layer.current && arrival !== 'failed'}
            playing={state.brakes.length === 0}
            turn={turn}
            onArrival={(what) => note(layer.key, what)}
          />
        ))}
        {arrival === 'awaited' && !failed ? (
          <Delayed key={turn} ms={400}>
            <span className={classes.spinner} />
          </Delayed>
        ) : null}
        <div className={classes.shade} />
        <Progress
          count={count ?? 1}
          story={place}
          turn={turn}
          length={frameLength(frame?.duration, place)}
          runs={state.since !== null}
          still={paused && wantsStillness()}
        />
      </div>
      <Zones tell={tell} />
      <StoryTexts frame={frame} trouble={trouble} aloud={paused} />
      <header className={classes.head}>
        {here?.cover ? <img className={classes.mark} src={here.cover.medium} alt="" /> : null}
        <span className={classes.name}>{title}</span>
        <button
          type="button"
          className={classes.pause}
          aria-label={translate(paused ? 'stories.play' : 'stories.pause')}
          onClick={() => tell({ type: paused ? 'unbrake' : 'brake', brake: 'pause' })}
        >
          {paused ? <PlayArrow aria-hidden /> : <Pause aria-hidden />}
        </button>
      </header>
      {failed ? (
        <button type="button" className={classes.again} onClick={retry}>
          {translate('stories.again')}
        </button>
      ) : null}
    </article>
  );
}
