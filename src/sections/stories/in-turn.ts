import { startTransition, useEffect, useMemo, useState } from 'react';
import { atLeisure } from './leisure.ts';

/** A part of a whole, told from the others by its key. */
interface Part {
  readonly key: string;
}

const has = (parts: readonly Part[], part: Part) => parts.some(({ key }) => key === part.key);

/**
 * The parts that are drawn by now: those that are needed at once, the others one at a time, when there is leisure for it, and
 * those that are wanted no more until there is leisure to clear them away. All in one go they would hold up what moves.
 * @param wanted all parts, in the order they are begun
 * @param needed those that are seen
 */
export function useInTurn<Item extends Part>(wanted: readonly Item[], needed: readonly Item[]): readonly Item[] {
  const [begun, begin] = useState<readonly Item[]>([]);
  useEffect(() => {
    const next = wanted.find((part) => !has(begun, part));
    const kept = begun.filter((part) => has(wanted, part));
    if (next === undefined && kept.length === begun.length) return;
    return atLeisure(() => startTransition(() => begin(next ? [...begun, next] : kept)));
  }, [wanted, begun]);
  return useMemo(() => [...begun, ...needed.filter((part) => !has(begun, part))], [needed, begun]);
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
