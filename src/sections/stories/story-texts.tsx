import { memo, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Frame } from './booklets.ts';
import classes from './story-texts.module.css';

/**
 * Title and text over the lower part of a frame (STORY-13), set before its turn comes. A text longer than its room can be
 * scrolled; any other lets clicks through to the zones.
 * @param frame null: the story did not load
 * @param shown whether it is this frame's turn
 * @param failed whether its picture, film or story did not come; said above the title
 */
export const StoryTexts = memo(function StoryTexts({
  frame,
  shown,
  failed,
}: {
  frame: Frame | null;
  shown: boolean;
  failed: boolean;
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
  useEffect(() => {
    if (shown) box.current?.scrollTo({ top: 0 });
  }, [shown]);
  return (
    <div
      className={classes.texts}
      ref={box}
      aria-hidden={!shown}
      data-shown={shown || undefined}
      data-long={long || undefined}
      {...(long && shown ? { tabIndex: 0 } : {})}
    >
      <div ref={words}>
        {failed ? <p className={classes.trouble}>{translate(`stories.${frame ? 'failedFrame' : 'failed'}`)}</p> : null}
        {frame?.title ? <h2>{frame.title}</h2> : null}
        {frame?.description ? <p>{frame.description}</p> : null}
      </div>
    </div>
  );
});
