import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { currentTime } from '#resources/clock.ts';
import { figuresCountedAt, refreshFigures, refreshWithoutFigures } from '../list/totals/figures.ts';
import { useResource } from '../resource-context.tsx';

/** Minimum interval between two reloads of a list, ms, because many records may be moved at once. */
const RELOAD_INTERVAL_MS = 1_000;

/** Minimum interval between two counts of totals and groups after moves by others, ms: each count reads all records. */
const FIGURES_INTERVAL_MS = 30_000;

/**
 * Reloads the section's list and the open card when another person has or may have moved a record; totals and groups less often.
 */
export default function LiveMoves(): null {
  const queryClient = useQueryClient();
  const { name } = useResource();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let figuresTimer: ReturnType<typeof setTimeout> | undefined;
    const scheduleReload = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshWithoutFigures(queryClient, name);
      }, RELOAD_INTERVAL_MS);
      const countedAt = figuresCountedAt(queryClient, name);
      if (countedAt === null) return;
      const remainingPause = countedAt + FIGURES_INTERVAL_MS - currentTime();
      figuresTimer ??= setTimeout(
        () => {
          figuresTimer = undefined;
          void refreshFigures(queryClient, name);
        },
        Math.max(RELOAD_INTERVAL_MS, remainingPause),
      );
    };
    const unsubscribers = [
      onFrame('record-moved', ({ section }) => {
        if (section === name) scheduleReload();
      }),
      onConnectionOpen(scheduleReload),
    ];
    return () => {
      clearTimeout(timer);
      clearTimeout(figuresTimer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [queryClient, name]);
  return null;
}
