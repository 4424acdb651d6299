import Close from '@mui/icons-material/Close';
import { type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PreviewContext } from '#console/data/preview.ts';
import { PX } from '#resources/limits.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import classes from './side-card.module.css';

/**
 * Focuses the card when it opens, and returns the focus when it closes; not in a preview.
 * @param title identifies the content: another title takes the focus again
 */
function useCardFocus(title: string) {
  const card = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const isPreview = useContext(PreviewContext) !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record in the same card takes the focus again
  useEffect(() => {
    if (isPreview) return;
    const { activeElement, body } = document;
    // An open dialog or menu keeps the focus.
    if (activeElement?.closest('[role="dialog"], [role="menu"]')) return;
    if (activeElement instanceof HTMLElement && activeElement !== body && !card.current?.contains(activeElement)) {
      opener.current = activeElement;
    }
    card.current?.focus();
  }, [title]);
  useLayoutEffect(() => {
    const cardElement = card.current;
    return () => {
      if (!cardElement?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener.current?.isConnected) opener.current.focus();
      });
    };
  }, []);
  return card;
}

/**
 * The card of a selected record: next to the list on desktops, over it on tablets, full screen on phones. Takes the focus when it
 * opens; Esc closes it. Its header scrolls with the content and becomes sticky after 85 px (SET-21).
 * @param heading replaces the visible title
 * @param header shown before the title: a plate, an avatar
 * @param below shown below the title: a status
 * @param actions shown after the title, before the close button: a row menu
 * @param footer the main action of the record
 * @param dock width from which it is next to the list: 1001 px, or `wide` 1200 px, for lists that need more room
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
  const card = useCardFocus(title);
  const [isStuck, setIsStuck] = useState(false);
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
        onScroll={({ currentTarget }) => setIsStuck(currentTarget.scrollTop > PX.stickyHeader)}
      >
        <div className={isStuck ? `${classes.head} ${classes.stuck}` : classes.head} data-stuck={isStuck || undefined}>
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
