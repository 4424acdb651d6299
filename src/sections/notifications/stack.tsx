import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { removeNotice, removeNotices, useNotices, useOlderNotices } from '#console/data/live/notices.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { MS, PX } from '#resources/limits.ts';
import { usePause } from './pause.ts';
import classes from './stack.module.css';
import { Toast } from './toast.tsx';

/** Heights of the first toasts (NOTIF-20); they are the source's own, 242 is not what the formula gives (G-08). */
const FIRST = [0, 74, 156, 242] as const;

/** Height of the stack by its number of toasts: CSS pixels, `auto` for four (NOTIF-20…22). */
export function stackHeight(count: number): number | 'auto' {
  return FIRST[count] ?? (count === 4 ? 'auto' : count * PX.toastItem + (count - 1) * PX.toastGap);
}

/** Lets an element grow without its animation, which is for collapsing: a new toast is there at once. */
function useGrowAtOnce(element: RefObject<HTMLElement | null>, count: number): void {
  const countBefore = useRef(count);
  useLayoutEffect(() => {
    const list = element.current;
    if (list && count > countBefore.current) {
      list.style.transition = 'none';
      // Reading a measure makes the browser take the new height before the animation is back.
      list.getBoundingClientRect();
      list.style.transition = '';
    }
    countBefore.current = count;
  }, [element, count]);
}

/** From so many on, the stack scrolls when the window is too low for it. */
const MANY = 7;

/**
 * The toasts of what happens meanwhile, bottom right, the newest lowest (NOTIF-01…23).
 * @param below element under the toasts
 * @param onOpened told of the notification when its toast was opened
 */
export function NoticeStack({ below, onOpened }: { below?: ReactNode; onOpened?: (id: string) => void }) {
  const translate = useTranslate();
  const notices = useNotices();
  const older = useOlderNotices();
  const count = notices.length;
  const [hiding, setHiding] = useState(false);
  const stack = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { paused, handlers } = usePause(stack, count);
  useGrowAtOnce(list, count);

  function hideAll() {
    setHiding(true);
    const ids = notices.map(({ id }) => id);
    setTimeout(() => {
      removeNotices(ids);
      setHiding(false);
    }, MS.hideAll);
  }

  /** Removes one and, when it has the focus, hands that to its neighbour. */
  function close(id: string) {
    const toast = list.current?.querySelector(':scope > :focus-within');
    const neighbour = toast?.nextElementSibling ?? toast?.previousElementSibling;
    neighbour?.querySelector('button')?.focus();
    removeNotice(id);
  }

  return (
    <section
      className={classes.stack}
      ref={stack}
      aria-label={translate('notices.stack')}
      data-hiding={hiding || undefined}
      {...handlers}
    >
      {count > 1 ? (
        <div className={classes.above}>
          {older > 0 ? <span>{translate('notices.older', { smart_count: older })}</span> : null}
          <ActionButton size="sm" onClick={hideAll}>
            {translate('notices.hideAll')}
          </ActionButton>
        </div>
      ) : null}
      {/* Always there, since screen readers hear only what comes into a region that they know. */}
      <div role="status" aria-atomic={false} aria-relevant="additions">
        <ul
          className={classes.list}
          ref={list}
          style={{ height: stackHeight(count) }}
          data-many={count >= MANY || undefined}
          data-testid="notices"
        >
          {notices.map((notice) => (
            <Toast
              key={notice.id}
              notice={notice}
              paused={paused || hiding}
              onGone={removeNotice}
              onOpened={onOpened}
              onClose={close}
            />
          ))}
        </ul>
      </div>
      {below}
    </section>
  );
}
