import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { ViewerDispatch } from './use-viewer.ts';

/** A longer press is not a tap but only pauses the frame, ms. */
const MAX_TAP_MS = 300;

/** Pauses the frame while it is pressed (`StoryNavigation` handles the release); a short press is a tap. */
export function usePress(dispatch: ViewerDispatch): {
  press: (event: PointerEvent) => void;
  /** Whether a click was a tap; clicks by keyboard or screen reader have no press before them and a `detail` of 0. */
  isTap: (event: MouseEvent) => boolean;
} {
  const pressedAt = useRef(0);
  return {
    press: (event) => {
      if (event.button !== 0) return;
      pressedAt.current = performance.now();
      dispatch({ type: 'brake', brake: 'press' });
    },
    isTap: (event) => event.detail === 0 || performance.now() - pressedAt.current <= MAX_TAP_MS,
  };
}
