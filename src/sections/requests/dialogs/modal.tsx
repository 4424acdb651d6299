import Close from '@mui/icons-material/Close';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import classes from './modal.module.css';

/**
 * Modal form about a request; the close button, Esc and a click outside act as its cancel button.
 * @param subtitle names the request
 */
export function Modal({
  title,
  subtitle,
  width = 480,
  onClose,
  onSubmit,
  footer,
  children,
}: {
  title: string;
  subtitle?: string;
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
    <PanelDialog onClose={onClose} aria-labelledby={id} width={width}>
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
            {subtitle ? <p className={classes.about}>{subtitle}</p> : null}
          </div>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        <div className={classes.body}>{children}</div>
        <div className={classes.foot}>{footer}</div>
      </form>
    </PanelDialog>
  );
}
