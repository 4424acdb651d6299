import '#i18n/story-viewer-texts.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { type MouseEvent, memo, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { usePress } from './press.ts';
import classes from './story-navigation.module.css';
import type { ViewerDispatch } from './use-viewer.ts';

/**
 * Left and right part of the frame with their arrows: a click shows the previous or next frame (STORY-05), a press pauses it
 * until released.
 */
export const StoryNavigation = memo(function StoryNavigation({ dispatch }: { dispatch: ViewerDispatch }) {
  const translate = useTranslate();
  const { press, isTap } = usePress(dispatch);

  useEffect(() => {
    const release = () => dispatch({ type: 'unbrake', brake: 'press' });
    const events = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const event of events) window.addEventListener(event, release);
    return () => {
      for (const event of events) window.removeEventListener(event, release);
    };
  }, [dispatch]);

  const click = (type: 'previous' | 'next') => (event: MouseEvent) => {
    if (isTap(event)) dispatch({ type });
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
