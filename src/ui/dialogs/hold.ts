import '#i18n/hold-texts.ts';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { MS } from '#resources/limits.ts';
import { announce } from '../states/announce.ts';
import { useIsMounted } from '../timing/use-is-mounted.ts';

/** `idle` → `holding` → `busy`; releasing too early returns to `idle`. */
type HoldState = 'idle' | 'holding' | 'busy';

/** CSS variable with the fill time of a held button. */
export const HOLD_STYLE = { '--hold': `${MS.hold}ms` } as CSSProperties;
/** `MS.hold` in seconds, for texts. */
export const HOLD_SECONDS = (MS.hold / 1000).toLocaleString('ru');

/**
 * State of a press that must last `MS.hold` (CONST-03).
 * @param onHeld runs when the time is up; the state is `busy` until its promise settles
 * @param onCancel runs when the press ended too early
 */
function useHold(onHeld: () => Promise<void>, onCancel: () => void) {
  const [state, setState] = useState<HoldState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isMounted = useIsMounted();

  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );

  function start() {
    if (state !== 'idle') return;
    setState('holding');
    timer.current = setTimeout(() => {
      timer.current = null;
      setState('busy');
      onHeld().finally(() => {
        if (isMounted()) setState('idle');
      });
    }, MS.hold);
  }

  function cancel() {
    if (!timer.current) return;
    clearTimeout(timer.current);
    timer.current = null;
    setState('idle');
    onCancel();
  }

  return { state, start, cancel };
}

/**
 * Event handlers of a button that must be held for `MS.hold`, with the pointer, Space or Enter, with announcements for screen
 * readers.
 * @param onClick a plain click, as made by switch access and voice control
 * @param isClick the button is a plain one: a press calls `onClick` at once
 */
export function useHoldPress({
  onHeld,
  onClick,
  isClick = false,
}: {
  onHeld: () => Promise<void>;
  onClick: () => void;
  isClick?: boolean;
}) {
  const translate = useTranslate();
  const isPressed = useRef(false);
  const { state, start, cancel } = useHold(onHeld, () => announce(translate('hold.cancelledSaid')));

  /** The click event follows right after pointerup, or does not come if the pointer was released elsewhere. */
  function forgetPress() {
    setTimeout(() => {
      isPressed.current = false;
    }, 0);
  }
  function startHold() {
    announce(translate('hold.said'));
    start();
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || isClick) return;
      isPressed.current = true;
      for (const end of ['pointerup', 'pointercancel'] as const)
        window.addEventListener(end, forgetPress, { once: true });
      // Touch pointers are captured by their target, so leaving it would not be noticed.
      if (event.currentTarget.hasPointerCapture?.(event.pointerId))
        event.currentTarget.releasePointerCapture(event.pointerId);
      startHold();
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Escape' && state === 'holding') {
        event.stopPropagation();
        cancel();
      }
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (isClick) onClick();
      else startHold();
    },
    onClick() {
      if (isPressed.current) isPressed.current = false;
      else if (state === 'idle') onClick();
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onBlur: cancel,
    onKeyUp(event: KeyboardEvent<HTMLElement>) {
      // Prevents the click that a button fires on Space.
      if (event.key === ' ') event.preventDefault();
      cancel();
    },
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return { state, handlers };
}
