import Close from '@mui/icons-material/Close';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from './icon-button.tsx';
import classes from './side-card.module.css';

/**
 * The card of a chosen record beside the list: docked on a desktop, over the list on a tablet, the whole
 * screen on a phone (DESIGN §2, §4). It takes the focus when it opens, Esc closes it.
 * @param header what stands before the title: a plate, an avatar
 * @param actions what stands after it, before the cross: a row menu
 * @param footer the one action of the record
 */
export function SideCard({
  title,
  header,
  actions,
  onClose,
  footer,
  children,
}: {
  title: string;
  header?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record in the same card takes the focus again
  useEffect(() => card.current?.focus(), [title]);
  return (
    <aside
      className={classes.card}
      aria-labelledby={id}
      tabIndex={-1}
      ref={card}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes.head}>
        {header}
        <div className={classes.heading}>
          <h2 className={classes.title} id={id}>
            {title}
          </h2>
        </div>
        {actions}
        <IconButton label={translate('ui.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className={classes.body}>{children}</div>
      {footer ? <div className={classes.foot}>{footer}</div> : null}
    </aside>
  );
}
