import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Frame } from './booklets.ts';
import classes from './story-texts.module.css';

/**
 * Title and text over the lower part of the frame (STORY-13). A text longer than its room can be scrolled; any other lets
 * clicks through to the zones.
 * @param frame undefined while the story loads
 * @param trouble what went wrong, said above the title
 * @param aloud whether a screen reader reads a change: not while frames pass by themselves
 */
export function StoryTexts({
  frame,
  trouble,
  aloud,
}: {
  frame: Frame | undefined;
  trouble: 'failed' | 'failedFrame' | null;
  aloud: boolean;
}) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for every frame
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = 0;
    setLong(element.scrollHeight > element.clientHeight);
  }, [frame, trouble]);
  return (
    <div
      className={classes.texts}
      ref={box}
      aria-live={aloud ? 'polite' : 'off'}
      data-long={long || undefined}
      {...(long ? { tabIndex: 0 } : {})}
    >
      {trouble ? <p className={classes.trouble}>{translate(`stories.${trouble}`)}</p> : null}
      {frame?.title ? <h2>{frame.title}</h2> : null}
      {frame?.description ? <p>{frame.description}</p> : null}
    </div>
  );
}
