import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import frame from '../dialog.module.css';

/** Frame of a chat dialog: title, optional back button, close button, content. */
export function ChatDialog({
  title,
  onClose,
  onBack,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Shows a back button that returns to the previous page of the dialog. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <PanelDialog onClose={onClose} aria-labelledby={id} width={480}>
      <div className={frame.dialog}>
        <div className={frame.head}>
          {onBack ? (
            <IconButton label={translate('chats.groups.back')} onClick={onBack}>
              <ArrowBack />
            </IconButton>
          ) : null}
          <h2 id={id} className={frame.title}>
            {title}
          </h2>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        {children}
      </div>
    </PanelDialog>
  );
}
