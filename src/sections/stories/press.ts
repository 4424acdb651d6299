import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Tell } from './use-viewer.ts';

/** A press longer than this only holds the frame, ms. */
const HOLD = 300;

/** A press on the frame: it holds it as long as it lasts (the end of it `Zones` hears); a short one is a tap. */
export function usePress(tell: Tell): {
  press: (event: PointerEvent) => void;
  /** Whether a click was a tap. One by the keyboard or a screen reader has no press before it, and no count. */
  isTap: (event: MouseEvent) => boolean;
} {
  const pressed = useRef(0);
  return {
    press: (event) => {
      if (event.button !== 0) return;
      pressed.current = performance.now();
      tell({ type: 'brake', brake: 'press' });
    },
    isTap: (event) => event.detail === 0 || performance.now() - pressed.current <= HOLD,
  };
}
