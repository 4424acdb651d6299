import '#i18n/hold-texts.ts';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { MS } from '#resources/limits.ts';
import { announce } from '../states/announce.ts';
import { useIsMounted } from '../timing/use-is-mounted.ts';

/** `idle` → `holding` → `busy`; letting go before the time is up leads back to `idle`. */
type HoldState = 'idle' | 'holding' | 'busy';

/** How long a held button takes to fill. */
export const HOLD_STYLE = { '--hold': `${MS.hold}ms` } as CSSProperties;
/** `MS.hold` in seconds, for a sentence. */
export const HOLD_SECONDS = (MS.hold / 1000).toLocaleString('ru');

/**
 * A press that must last `MS.hold` before anything happens (CONST-03).
 * @param onHeld runs once when the time is up; the state is `busy` until its promise settles
 * @param onCancel runs when the press ended too early
 */
function useHold(onHeld: () => Promise<void>, onCancel: () => void) {
  const [state, setState] = useState<HoldState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isHere = useIsMounted();

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
        if (isHere()) setState('idle');
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
 * Handlers of a button that must be held for `MS.hold`, by pointer or by Space and Enter, and that tells screen readers so.
 * @param onClick a bare click, as switches and voice control make it
 * @param isClick whether it is a plain button after all, which `onClick` follows at once
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
  const pressed = useRef(false);
  const { state, start, cancel } = useHold(onHeld, () => announce(translate('hold.cancelledSaid')));

  /** The click of a press comes right after its end, and not at all where it ends elsewhere. */
  function forgetPress() {
    setTimeout(() => {
      pressed.current = false;
    }, 0);
  }
  function begin() {
    announce(translate('hold.said'));
    start();
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || isClick) return;
      pressed.current = true;
      for (const end of ['pointerup', 'pointercancel'] as const)
        window.addEventListener(end, forgetPress, { once: true });
      // A touch is captured by its target, and leaving would then not be noticed.
      if (event.currentTarget.hasPointerCapture?.(event.pointerId))
        event.currentTarget.releasePointerCapture(event.pointerId);
      begin();
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
      else begin();
    },
    onClick() {
      if (pressed.current) pressed.current = false;
      else if (state === 'idle') onClick();
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onBlur: cancel,
    onKeyUp(event: KeyboardEvent<HTMLElement>) {
      // A button would make a click of it.
      if (event.key === ' ') event.preventDefault();
      cancel();
    },
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return { state, handlers };
}
