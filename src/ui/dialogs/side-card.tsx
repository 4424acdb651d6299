import Close from '@mui/icons-material/Close';
import { type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PreviewContext } from '#console/data/preview.ts';
import { PX } from '#resources/limits.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import classes from './side-card.module.css';

/**
 * Takes the focus with what is shown, and gives it back to what had it once it is gone. In a preview it leaves the focus alone.
 * @param title what is shown: something else takes the focus again
 */
function useFocused(title: string) {
  const card = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const isPreview = useContext(PreviewContext) !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record in the same card takes the focus again
  useEffect(() => {
    if (isPreview) return;
    const { activeElement, body } = document;
    // Content open over the page keeps the focus.
    if (activeElement?.closest('[role="dialog"], [role="menu"]')) return;
    if (activeElement instanceof HTMLElement && activeElement !== body && !card.current?.contains(activeElement)) {
      opener.current = activeElement;
    }
    card.current?.focus();
  }, [title]);
  useLayoutEffect(() => {
    const own = card.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener.current?.isConnected) opener.current.focus();
      });
    };
  }, []);
  return card;
}

/**
 * The card of a chosen record beside the list: docked on a desktop, over the list on a tablet, the whole
 * screen on a phone. It takes the focus when it opens, Esc closes it. Its header scrolls with what is
 * below, and stays at the top once more than 85 px have been scrolled (SET-21).
 * @param heading stands in place of the title, which it says in its own way
 * @param header what stands before the title: a plate, an avatar
 * @param below what stands under the title: a status
 * @param actions what stands after it, before the cross: a row menu
 * @param footer the one action of the record
 * @param dock from which width on it stands beside the list: 1001 px, or `wide`: 1200, beside what needs the room
 */
export function SideCard({
  title,
  heading,
  header,
  below,
  actions,
  onClose,
  footer,
  dock = 'lg',
  children,
}: {
  title: string;
  heading?: ReactNode;
  header?: ReactNode;
  below?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  dock?: 'lg' | 'wide';
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  const card = useFocused(title);
  const [stuck, setStuck] = useState(false);
  return (
    <aside
      className={dock === 'wide' ? `${classes.card} ${classes.wide}` : classes.card}
      aria-labelledby={id}
      tabIndex={-1}
      ref={card}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div
        className={classes.scroll}
        onScroll={({ currentTarget }) => setStuck(currentTarget.scrollTop > PX.stickyHeader)}
      >
        <div className={stuck ? `${classes.head} ${classes.stuck}` : classes.head} data-stuck={stuck || undefined}>
          {header}
          <div className={classes.heading}>
            {heading ? (
              <>
                <h2 className="sr-only" id={id}>
                  {title}
                </h2>
                {heading}
              </>
            ) : (
              <h2 className={classes.title} id={id}>
                {title}
              </h2>
            )}
            {below}
          </div>
          {actions}
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        <div className={classes.body}>{children}</div>
      </div>
      {footer ? <div className={classes.foot}>{footer}</div> : null}
    </aside>
  );
}
