import { useCallback, useState } from 'react';
import type { Arrival } from './story-frame.tsx';

/** What became of the pictures and films of the frames that were asked for, by the frame's key. */
export function useArrivals(): [ReadonlyMap<string, Arrival>, (key: string, arrival: Arrival) => void] {
  const [arrivals, setArrivals] = useState<ReadonlyMap<string, Arrival>>(new Map());
  const note = useCallback((key: string, arrival: Arrival) => {
    setArrivals((before) => (before.get(key) === arrival ? before : new Map(before).set(key, arrival)));
  }, []);
  return [arrivals, note];
}
