import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#console/ui/timing/when-idle.ts';

/** How many stale parts are kept while there are others to begin. */
const SPARE = 6;

/** A part of a whole, told from the others by its key. */
interface Part {
  readonly key: string;
}

const has = (parts: readonly Part[], part: Part) => parts.some(({ key }) => key === part.key);

/**
 * The parts that are drawn by now, in the order they were begun. One that is needed is drawn at once. The others are begun one
 * at a time when there is leisure for it, and so are those cleared away that are wanted no more: all in one go would hold up
 * what moves.
 * @param parts all parts, the most urgent first; the same list as long as it holds the same
 * @param needed the visible ones among them
 */
export function useInTurn<Item extends Part>(parts: readonly Item[], needed: readonly Item[]): readonly Item[] {
  const [drawnParts, draw] = useState(needed);
  // Added to the latest state: another load may be about to start.
  if (needed.some((part) => !has(drawnParts, part))) {
    draw((now) => [...now, ...needed.filter((part) => !has(now, part))]);
  }
  useEffect(() => {
    const next = parts.find((part) => !has(drawnParts, part));
    const stale = drawnParts.filter((part) => !has(parts, part));
    const [oldest] = stale;
    const clears = oldest && (!next || stale.length > SPARE);
    if (!next && !oldest) return;
    return whenIdle(() =>
      startTransition(() =>
        draw((now) => {
          if (clears) return now.filter((part) => part !== oldest);
          return next && !has(now, next) ? [...now, next] : now;
        }),
      ),
    );
  }, [parts, drawnParts]);
  return drawnParts;
}

/**
 * The same, once there was leisure for it since it became that.
 * @param value null: nothing is to be done
 */
export function useAtLeisure<What>(value: What | null): What | null {
  const [noted, note] = useState<What | null>(null);
  useEffect(() => {
    if (value !== null) return whenIdle(() => startTransition(() => note(() => value)));
    note(null);
  }, [value]);
  return noted === value ? value : null;
}
