import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { useResource } from '../resource-context.tsx';

/** Least time between two looks at a list, ms: many records may be moved at once. */
const PAUSE = 1_000;

/** Reloads the list of the section, and the card of its record, when another person has moved a record, or may have. */
export default function LiveMoves(): null {
  const queries = useQueryClient();
  const { name } = useResource();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [name] });
      }, PAUSE);
    };
    const stops = [
      onFrame('record-moved', ({ section }) => {
        if (section === name) look();
      }),
      onConnectionOpen(look),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queries, name]);
  return null;
}
