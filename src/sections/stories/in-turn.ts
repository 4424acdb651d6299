import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#console/ui/timing/when-idle.ts';

/** Maximum number of stale items kept while new ones wait to be rendered. */
const MAX_STALE = 6;

/** An item with a unique key. */
interface Part {
  readonly key: string;
}

const has = (parts: readonly Part[], part: Part) => parts.some(({ key }) => key === part.key);

/**
 * The items rendered so far, in the order they were added. Needed items are rendered at once; others are added, and stale ones
 * removed, one at a time while the browser is idle, so that animations do not stutter.
 * @param parts all items, the most urgent first; must keep its identity while it is unchanged
 * @param needed the visible ones among them
 */
export function useIdleRendering<Item extends Part>(parts: readonly Item[], needed: readonly Item[]): readonly Item[] {
  const [renderedParts, setRenderedParts] = useState(needed);
  // Added to the latest state: another load may be about to start.
  if (needed.some((part) => !has(renderedParts, part))) {
    setRenderedParts((current) => [...current, ...needed.filter((part) => !has(current, part))]);
  }
  useEffect(() => {
    const next = parts.find((part) => !has(renderedParts, part));
    const stale = renderedParts.filter((part) => !has(parts, part));
    const [oldest] = stale;
    const isClearing = oldest && (!next || stale.length > MAX_STALE);
    if (!next && !oldest) return;
    return whenIdle(() =>
      startTransition(() =>
        setRenderedParts((current) => {
          if (isClearing) return current.filter((part) => part !== oldest);
          return next && !has(current, next) ? [...current, next] : current;
        }),
      ),
    );
  }, [parts, renderedParts]);
  return renderedParts;
}

/**
 * Returns a value only after the browser was idle since it was set.
 * @param value null for nothing to wait for
 */
export function useWhenIdle<Value>(value: Value | null): Value | null {
  const [settledValue, setSettledValue] = useState<Value | null>(null);
  useEffect(() => {
    if (value !== null) return whenIdle(() => startTransition(() => setSettledValue(() => value)));
    setSettledValue(null);
  }, [value]);
  return settledValue === value ? value : null;
}
