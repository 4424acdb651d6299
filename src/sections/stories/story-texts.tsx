import '#i18n/story-viewer-texts.ts';
import { type MouseEvent, memo, type PointerEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Frame } from './booklets.ts';
import { usePress } from './press.ts';
import classes from './story-texts.module.css';
import type { ViewerDispatch } from './use-viewer.ts';

/** Left part of the frame's width that shows the previous frame, as in `story-navigation.module.css`. */
const PREVIOUS_ZONE_WIDTH = 0.4;

/**
 * Title and text over the lower part of a frame (STORY-13), rendered before the frame is shown. A text that does not fit can be
 * scrolled: scrolling or focusing it pauses the frame, and a tap on it works like the zone beneath. Any other text lets
 * clicks through to the zones.
 * @param frame null if the story failed to load
 * @param isShown whether the frame is visible
 * @param failed whether its picture, video or story failed to load; shown above the title
 */
export const StoryTexts = memo(function StoryTexts({
  frame,
  isShown,
  failed,
  dispatch,
}: {
  frame: Frame | null;
  isShown: boolean;
  failed: boolean;
  dispatch: ViewerDispatch;
}) {
  const translate = useTranslate();
  const containerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  // Measured by an observer, after the layout of the browser; measuring earlier would force another layout.
  useEffect(() => {
    const [container, content] = [containerRef.current, contentRef.current];
    if (!container || !content) return;
    const observer = new ResizeObserver(() => setIsLong(container.scrollHeight > container.clientHeight));
    observer.observe(content);
    observer.observe(container);
    return () => observer.disconnect();
  }, []);
  const { press, isTap } = usePress(dispatch);
  const isPointerFocus = useRef(false);
  // A long text scrolls back to the top when it is hidden; for a short one this would only force a layout.
  useEffect(() => {
    const container = containerRef.current;
    if (!isShown || !isLong || !container) return;
    return () => {
      container.scrollTop = 0;
      isPointerFocus.current = false;
    };
  }, [isShown, isLong]);
  const pauseForReading = () => dispatch({ type: 'brake', brake: 'read' });
  const resume = () => dispatch({ type: 'unbrake', brake: 'read' });
  const readingProps = {
    tabIndex: 0,
    onPointerDown: (event: PointerEvent) => {
      isPointerFocus.current = true;
      press(event);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      if (isTap(event)) dispatch({ type: event.clientX < left + width * PREVIOUS_ZONE_WIDTH ? 'previous' : 'next' });
    },
    onWheel: pauseForReading,
    // Ignores the programmatic scroll back to the top.
    onScroll: (event: UIEvent<HTMLElement>) => event.currentTarget.scrollTop > 0 && pauseForReading(),
    onFocus: () => {
      if (!isPointerFocus.current) pauseForReading();
    },
    onBlur: () => {
      isPointerFocus.current = false;
      resume();
    },
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && resume(),
  };
  return (
    <div
      className={classes.texts}
      ref={containerRef}
      aria-hidden={!isShown}
      inert={!isShown}
      data-shown={isShown || undefined}
      data-long={isLong || undefined}
      {...(isLong && isShown ? readingProps : {})}
    >
      <div ref={contentRef}>
        {failed ? <p className={classes.trouble}>{translate(`stories.${frame ? 'failedFrame' : 'failed'}`)}</p> : null}
        {frame?.title ? <h2>{frame.title}</h2> : null}
        {frame?.description ? <p>{frame.description}</p> : null}
      </div>
    </div>
  );
});
