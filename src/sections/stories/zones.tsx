import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { type MouseEvent, memo, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { Tell } from './use-viewer.ts';
import classes from './zones.module.css';

/** A press longer than this only holds the frame, ms. */
const HOLD = 300;

/**
 * The left and the right part of the frame with their arrows: a click leads to the previous or the next story
 * (STORY-05), a press holds the frame as long as it lasts.
 */
export const Zones = memo(function Zones({ tell }: { tell: Tell }) {
  const translate = useTranslate();
  const pressed = useRef(0);

  useEffect(() => {
    const release = () => tell({ type: 'unbrake', brake: 'press' });
    const events = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const event of events) window.addEventListener(event, release);
    return () => {
      for (const event of events) window.removeEventListener(event, release);
    };
  }, [tell]);

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    pressed.current = performance.now();
    tell({ type: 'brake', brake: 'press' });
  };
  /** A click by the keyboard or a screen reader has no press before it, and no count. */
  const click = (type: 'previous' | 'next') => (event: MouseEvent) => {
    if (event.detail > 0 && performance.now() - pressed.current > HOLD) return;
    tell({ type });
  };
  const common = {
    type: 'button',
    onPointerDown: press,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  } as const;
  return (
    <>
      <button
        {...common}
        className={`${classes.zone} ${classes.left}`}
        aria-label={translate('stories.previous')}
        onClick={click('previous')}
      >
        <span className={classes.arrow}>
          <ChevronLeft aria-hidden />
        </span>
      </button>
      <button
        {...common}
        className={`${classes.zone} ${classes.right}`}
        aria-label={translate('stories.next')}
        onClick={click('next')}
      >
        <span className={classes.arrow}>
          <ChevronRight aria-hidden />
        </span>
      </button>
    </>
  );
});
