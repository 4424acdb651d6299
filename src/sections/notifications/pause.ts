import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';

const isHidden = () => document.visibilityState === 'hidden';

/**
 * Whether the clocks of the stack stand still: it is pointed at, it has the focus, or the tab is not seen.
 * @param stack its element; the handlers are for it
 * @param count of its toasts
 */
export function usePause(stack: RefObject<HTMLElement | null>, count: number) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(isHidden);

  useEffect(() => {
    const look = () => setHidden(isHidden());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  // A toast that goes away under the pointer or with the focus says neither «leave» nor «blur».
  // biome-ignore lint/correctness/useExhaustiveDependencies: to be looked at when a toast is gone
  useLayoutEffect(() => {
    const element = stack.current;
    if (!element) return;
    setPointed((before) => before && element.matches(':hover'));
    setFocused(element.contains(document.activeElement));
  }, [stack, count]);

  const handlers = useMemo(
    () => ({
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    }),
    [],
  );
  return { paused: pointed || focused || hidden, handlers };
}
