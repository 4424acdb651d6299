import { startTransition, useEffect, useMemo, useState } from 'react';
import type { Layer } from './frames-around.ts';
import { atLeisure } from './leisure.ts';

/**
 * Those of the frames that are drawn by now: the one that is seen at once, those that load ahead of it one at a time, when
 * there is leisure for it. All in one go they would hold up the one that moves.
 * @param open key of the frame that is seen
 */
export function useInTurn(layers: readonly Layer[], open: string): readonly Layer[] {
  const [begun, begin] = useState<readonly string[]>([]);
  const drawn = useMemo(() => layers.filter(({ key }) => key === open || begun.includes(key)), [layers, begun, open]);
  const next = layers.find(({ key }) => !begun.includes(key))?.key;
  useEffect(() => {
    if (next === undefined) return;
    const kept = layers.map(({ key }) => key).filter((key) => begun.includes(key));
    return atLeisure(() => startTransition(() => begin([...kept, next])));
  }, [layers, begun, next]);
  return drawn;
}

/** Whether something has been so for as long as it takes until there is leisure. */
export function useAtLeisure(is: boolean): boolean {
  const [was, noted] = useState(false);
  useEffect(() => {
    if (is) return atLeisure(() => startTransition(() => noted(true)));
    noted(false);
  }, [is]);
  return is && was;
}
