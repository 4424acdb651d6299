import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { currentTime } from '#resources/clock.ts';
import { figuresTime, refreshFigures, refreshWithoutFigures } from '../list/totals/figures.ts';
import { useResource } from '../resource-context.tsx';

/** Least time between two reloads of a list, ms: many records may be moved at once. */
const PAUSE = 1_000;

/** Least time between two counts of a list's totals and groups after moves by others, ms: each count reads all records. */
const FIGURES_PAUSE = 30_000;

/** Reloads the list of the section and the card of its record when another person has moved a record, or may have; totals and groups less often. */
export default function LiveMoves(): null {
  const queryClient = useQueryClient();
  const { name } = useResource();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let figuresTimer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshWithoutFigures(queryClient, name);
      }, PAUSE);
      const counted = figuresTime(queryClient, name);
      if (counted === null) return;
      const remainingPause = counted + FIGURES_PAUSE - currentTime();
      figuresTimer ??= setTimeout(
        () => {
          figuresTimer = undefined;
          void refreshFigures(queryClient, name);
        },
        Math.max(PAUSE, remainingPause),
      );
    };
    const stops = [
      onFrame('record-moved', ({ section }) => {
        if (section === name) look();
      }),
      onConnectionOpen(look),
    ];
    return () => {
      clearTimeout(timer);
      clearTimeout(figuresTimer);
      for (const stop of stops) stop();
    };
  }, [queryClient, name]);
  return null;
}
