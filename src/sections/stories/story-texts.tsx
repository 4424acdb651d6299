import '#i18n/story-viewer-texts.ts';
import { type MouseEvent, memo, type PointerEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Frame } from './booklets.ts';
import { usePress } from './press.ts';
import classes from './story-texts.module.css';
import type { Tell } from './use-viewer.ts';

/** How much of the frame's width leads to the frame before, as in `zones.module.css`. */
const LEFT = 0.4;

/**
 * Title and text over the lower part of a frame (STORY-13), set before its turn comes. A text longer than its room can be
 * scrolled: scrolling it, or the focus in it, holds the frame, and a tap on it does what the zone beneath does. Any
 * other lets clicks through to the zones.
 * @param frame null: the story did not load
 * @param shown whether it is this frame's turn
 * @param failed whether its picture, film or story did not come; said above the title
 */
export const StoryTexts = memo(function StoryTexts({
  frame,
  isShown,
  failed,
  tell,
}: {
  frame: Frame | null;
  isShown: boolean;
  failed: boolean;
  tell: Tell;
}) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  // Asked once the browser has laid the text out by itself: to ask sooner would have it done twice.
  useEffect(() => {
    const [room, text] = [box.current, words.current];
    if (!room || !text) return;
    const observer = new ResizeObserver(() => setLong(room.scrollHeight > room.clientHeight));
    observer.observe(text);
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  const { press, isTap } = usePress(tell);
  const byPointer = useRef(false);
  // When it is left it goes back to its beginning. A short one has nowhere to go, and to ask it would have it laid out at once.
  useEffect(() => {
    const room = box.current;
    if (!isShown || !long || !room) return;
    return () => {
      room.scrollTop = 0;
      byPointer.current = false;
    };
  }, [isShown, long]);
  const hold = () => tell({ type: 'brake', brake: 'read' });
  const release = () => tell({ type: 'unbrake', brake: 'read' });
  const reading = {
    tabIndex: 0,
    onPointerDown: (event: PointerEvent) => {
      byPointer.current = true;
      press(event);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      if (isTap(event)) tell({ type: event.clientX < left + width * LEFT ? 'previous' : 'next' });
    },
    onWheel: hold,
    // Scrolling back to the beginning for its turn is not the person's own.
    onScroll: (event: UIEvent<HTMLElement>) => event.currentTarget.scrollTop > 0 && hold(),
    onFocus: () => {
      if (!byPointer.current) hold();
    },
    onBlur: () => {
      byPointer.current = false;
      release();
    },
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && release(),
  };
  return (
    <div
      className={classes.texts}
      ref={box}
      aria-hidden={!isShown}
      inert={!isShown}
      data-shown={isShown || undefined}
      data-long={long || undefined}
      {...(long && isShown ? reading : {})}
    >
      <div ref={words}>
        {failed ? <p className={classes.trouble}>{translate(`stories.${frame ? 'failedFrame' : 'failed'}`)}</p> : null}
        {frame?.title ? <h2>{frame.title}</h2> : null}
        {frame?.description ? <p>{frame.description}</p> : null}
      </div>
    </div>
  );
});
