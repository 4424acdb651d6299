import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { removeNotice, removeNotices, useNotices, useOlderNotices } from '#console/data/live/notices.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { MS, PX } from '#resources/limits.ts';
import { usePause } from './pause.ts';
import classes from './stack.module.css';
import { Toast } from './toast.tsx';

/** Heights for up to three toasts as specified (NOTIF-20); 242 does not follow the formula (G-08). */
const FIRST_HEIGHTS = [0, 74, 156, 242] as const;

/** Height of the stack by its number of toasts: CSS pixels, `auto` for four (NOTIF-20…22). */
export function stackHeight(count: number): number | 'auto' {
  return FIRST_HEIGHTS[count] ?? (count === 4 ? 'auto' : count * PX.toastItem + (count - 1) * PX.toastGap);
}

/** Disables the height transition while the list grows, so that a new toast is visible at once; it is only for collapsing. */
function useGrowWithoutAnimation(element: RefObject<HTMLElement | null>, count: number): void {
  const countBefore = useRef(count);
  useLayoutEffect(() => {
    const list = element.current;
    if (list && count > countBefore.current) {
      list.style.transition = 'none';
      // Reading the layout makes the browser apply the new height before the transition is enabled again.
      list.getBoundingClientRect();
      list.style.transition = '';
    }
    countBefore.current = count;
  }, [element, count]);
}

/** Number of toasts from which the stack scrolls if the window is too low. */
const SCROLL_FROM = 7;

/**
 * Stack of toasts in the lower right corner, newest at the bottom (NOTIF-01…23).
 * @param below element below the toasts
 * @param onOpened called with the notification whose toast was opened
 */
export function NoticeStack({ below, onOpened }: { below?: ReactNode; onOpened?: (id: string) => void }) {
  const translate = useTranslate();
  const notices = useNotices();
  const older = useOlderNotices();
  const count = notices.length;
  const [isHiding, setIsHiding] = useState(false);
  const stack = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { paused, handlers } = usePause(stack, count);
  useGrowWithoutAnimation(list, count);

  function hideAll() {
    setIsHiding(true);
    const ids = notices.map(({ id }) => id);
    setTimeout(() => {
      removeNotices(ids);
      setIsHiding(false);
    }, MS.hideAll);
  }

  /** Removes a toast; if it has the focus, its neighbour gets it. */
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
      data-hiding={isHiding || undefined}
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
      {/* Always rendered, because screen readers announce only additions to a live region that already exists. */}
      <div role="status" aria-atomic={false} aria-relevant="additions">
        <ul
          className={classes.list}
          ref={list}
          style={{ height: stackHeight(count) }}
          data-many={count >= SCROLL_FROM || undefined}
          data-testid="notices"
        >
          {notices.map((notice) => (
            <Toast
              key={notice.id}
              notice={notice}
              paused={paused || isHiding}
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
