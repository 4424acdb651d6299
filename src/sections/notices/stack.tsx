import { type ReactNode, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { removeNotice, removeNotices, useNotices, useOlderNotices } from '#console/data/notices.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { MS } from '#resources/limits.ts';
import { useGrowAtOnce } from './grow-at-once.ts';
import { usePause } from './pause.ts';
import classes from './stack.module.css';
import { stackHeight } from './stack-height.ts';
import { Toast } from './toast.tsx';

/** From so many on, the stack scrolls when the window is too low for it. */
const MANY = 7;

/**
 * The toasts of what happens meanwhile, bottom right, the newest lowest (A§2, A§4, NOTIF-01…23).
 * @param below what stands under them
 */
export function NoticeStack({ below }: { below?: ReactNode }) {
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
            <Toast key={notice.id} notice={notice} paused={paused || hiding} onGone={removeNotice} onClose={close} />
          ))}
        </ul>
      </div>
      {below}
    </section>
  );
}
