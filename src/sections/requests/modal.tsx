import Close from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/icon-button.tsx';
import classes from './modal.module.css';

/**
 * A question about a request over the board; the cross, Esc and a click beside it are the same as its cancel button.
 * @param about which request it is
 */
export function Modal({
  title,
  about,
  width = 480,
  onClose,
  onSubmit,
  footer,
  children,
}: {
  title: string;
  about?: string;
  /** CSS pixels. */
  width?: number;
  onClose: () => void;
  onSubmit: () => void;
  footer: ReactNode;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { width, maxWidth: 'calc(100vw - 24px)', margin: '12px' } } }}
      // Its keys are its own: the board behind it must not take them.
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <form
        className={classes.modal}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className={classes.head}>
          <div className={classes.heading}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            {about ? <p className={classes.about}>{about}</p> : null}
          </div>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        <div className={classes.body}>{children}</div>
        <div className={classes.foot}>{footer}</div>
      </form>
    </Dialog>
  );
}
