import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#console/ui/timing/when-idle.ts';

/** So many parts that nobody wants any more are kept while there are others to begin. */
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
 * @param wanted all parts, the most urgent first; the same list as long as it holds the same
 * @param needed those of them that are seen
 */
export function useInTurn<Item extends Part>(wanted: readonly Item[], needed: readonly Item[]): readonly Item[] {
  const [drawn, draw] = useState(needed);
  // Added to what is drawn by then: something else may be about to be begun.
  if (needed.some((part) => !has(drawn, part))) {
    draw((now) => [...now, ...needed.filter((part) => !has(now, part))]);
  }
  useEffect(() => {
    const next = wanted.find((part) => !has(drawn, part));
    const stale = drawn.filter((part) => !has(wanted, part));
    const [gone] = stale;
    const clears = gone && (!next || stale.length > SPARE);
    if (!next && !gone) return;
    return whenIdle(() =>
      startTransition(() =>
        draw((now) => {
          if (clears) return now.filter((part) => part !== gone);
          return next && !has(now, next) ? [...now, next] : now;
        }),
      ),
    );
  }, [wanted, drawn]);
  return drawn;
}

/**
 * The same, once there was leisure for it since it became that.
 * @param what null: nothing is to be done
 */
export function useAtLeisure<What>(what: What | null): What | null {
  const [noted, note] = useState<What | null>(null);
  useEffect(() => {
    if (what !== null) return whenIdle(() => startTransition(() => note(() => what)));
    note(null);
  }, [what]);
  return noted === what ? what : null;
}
