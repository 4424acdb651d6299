import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';

const isHidden = () => document.visibilityState === 'hidden';

/**
 * Whether the timers of the toasts are paused: the stack is hovered or focused, or the tab is hidden.
 * @param stack element of the stack, which gets the handlers
 * @param count number of toasts
 */
export function usePause(stack: RefObject<HTMLElement | null>, count: number) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isTabHidden, setIsTabHidden] = useState(isHidden);

  useEffect(() => {
    const update = () => setIsTabHidden(isHidden());
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);

  // A hovered or focused toast that is removed fires neither `pointerleave` nor `blur`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a toast is removed
  useLayoutEffect(() => {
    const element = stack.current;
    if (!element) return;
    setIsHovered((before) => before && element.matches(':hover'));
    setIsFocused(element.contains(document.activeElement));
  }, [stack, count]);

  const handlers = useMemo(
    () => ({
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsFocused(false);
      },
    }),
    [],
  );
  return { paused: isHovered || isFocused || isTabHidden, handlers };
}
